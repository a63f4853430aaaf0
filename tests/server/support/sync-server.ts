/**
 * A server that only syncs, for a test that kills it. Sends a message once it holds the lease and has read everything.
 */
import { openSync } from './open-sync.ts';

const { WORDPRESS_API_URL = '', DATABASE_URL = '' } = process.env;
const { mirror, sync } = await openSync({ WORDPRESS_API_URL, DATABASE_URL });
mirror.onChange(({ complete }) => {
  if (complete && sync.health().syncing) process.send?.('syncing');
});
sync.start();
