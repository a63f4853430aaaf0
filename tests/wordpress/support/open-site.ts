import { once } from 'node:events';
import { createServer } from 'node:http';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { createApp } from '../../../server/app.ts';
import { createContentGateway, type ContentGateway } from '../../../server/content/gateway.ts';
import { openCrm } from '../../../server/crm/open-crm.ts';
import type { ContentTiming } from '../../../server/content/content-timing.ts';
import { createLiveHub } from '../../../server/operators/live-events.ts';
import { openDesk, testConfig } from '../../server/open-desk.ts';

/** The whole application over HTTP, in this process. */
export interface OpenSite {
  gateway: ContentGateway;
  url: string;
  /** The document at a path, as a visitor's browser gets it. */
  page(path: string): Promise<{ status: number; html: string }>;
  /** What our own `/wp-json/wp/v2…` answers, as text. */
  wpJson(path: string): Promise<string>;
  /** The messages logged so far, one of each. */
  messages(): string[];
  close(): Promise<void>;
}

// Every read asks WordPress and waits for it: a busy machine then makes a test slow, never wrong.
const PATIENT: Partial<ContentTiming> = {
  visitorWait: 30_000,
  coldWait: 30_000,
  untilHeaders: 30_000,
  untilEnd: 30_000,
  firstRetry: 0,
};

/** For a site whose content stays as it is during the tests. */
export const ASKED_ONCE = { CONTENT_MAX_AGE: '3600' };

/** Opens the site on a free port of this machine, so that it shows what WordPress holds at this moment. */
export async function openSite(env: Record<string, string>): Promise<OpenSite> {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(...chunk.toString().split('\n').filter(Boolean));
      done();
    },
  });
  const log = pino({ level: 'info' }, sink);
  const { config, remove } = await testConfig({ CONTENT_MAX_AGE: '0', ...env });
  const gateway = await createContentGateway({ config, log, timing: PATIENT });
  const { database, desk, secrets } = await openDesk(config, log, gateway);
  const crm = openCrm({ config, query: database.query, secrets, log });
  let url = '';
  const server = createServer(
    await createApp({
      config,
      gateway,
      desk,
      database,
      crm,
      secrets,
      live: createLiveHub({ database, log }),
      log,
      origin: () => url,
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.');
  url = `http://127.0.0.1:${address.port}`;
  return {
    gateway,
    url,
    async page(path) {
      const response = await fetch(url + path, { redirect: 'manual' });
      return { status: response.status, html: await response.text() };
    },
    wpJson: async (path) => (await fetch(`${url}/wp-json/wp/v2${path}`)).text(),
    messages: () => [...new Set(lines.flatMap(messageOf))],
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await database.close();
      await remove();
    },
  };
}

/** None for a request that was answered: those lines are no message. */
function messageOf(line: string): string[] {
  const event: unknown = JSON.parse(line);
  if (typeof event !== 'object' || event === null) return [line];
  if ('event' in event && event.event === 'request') return [];
  return ['msg' in event ? String(event.msg) : line];
}
