import { once } from 'node:events';
import { createServer } from 'node:http';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { createApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { createContentGateway, type ContentGateway } from '../../server/content/gateway.ts';

/** The real application on a free port of this machine, with its log at hand. */
export interface RunningApp {
  url: string;
  gateway: ContentGateway;
  /** What was logged so far, one event each. */
  events(): Record<string, unknown>[];
  stop(): Promise<void>;
}

/** Starts the application over the production build. `change` may bend the gateway, to make it fail. */
export async function runApp(
  environment: Record<string, string> = {},
  change: (gateway: ContentGateway) => ContentGateway = (gateway) => gateway,
): Promise<RunningApp> {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(...chunk.toString().split('\n').filter(Boolean));
      done();
    },
  });
  const log = pino({ level: 'debug' }, sink);
  const config = readConfig(environment);
  const gateway = change(await createContentGateway({ config, log }));
  let url = '';
  const server = createServer(
    await createApp({ config, gateway, log, origin: () => config.publicUrl ?? url }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.');
  url = `http://127.0.0.1:${address.port}`;
  return {
    url,
    gateway,
    events: () => lines.map((line): Record<string, unknown> => JSON.parse(line)),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
