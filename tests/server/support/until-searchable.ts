import { setTimeout as delay } from 'node:timers/promises';
import type { Content } from '../../../server/content/content.ts';

/** Waits until everything is in the search index. The first search would wait for it for three seconds only. */
export async function untilSearchable(content: Content): Promise<void> {
  content.keepSearchIndex();
  while (content.fingerprint('search') === '0') await delay(20);
}
