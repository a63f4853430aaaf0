import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { TEST_LIMIT } from '../setup/time-limits.ts';

/** An image server for tests over real HTTP. */
export interface PictureOrigin {
  url: string;
  /** Response bodies or handlers by path. All other paths return 404. */
  files: Map<string, Buffer | ((request: IncomingMessage, response: ServerResponse) => void)>;
  asked: string[];
  stop(): Promise<void>;
}

/** Starts an image server on a free port. */
export async function startPictureOrigin(): Promise<PictureOrigin> {
  const files: PictureOrigin['files'] = new Map();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    asked.push(path);
    const file = files.get(path);
    if (typeof file === 'function') file(request, response);
    else response.writeHead(file ? 200 : 404, { 'Content-Type': 'image/jpeg' }).end(file);
  });
  server.keepAliveTimeout = TEST_LIMIT;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    files,
    asked,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
