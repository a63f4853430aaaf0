import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { freePort } from '../../setup/free-port.ts';
import { TEST_LIMIT } from '../../setup/time-limits.ts';

/** A receiver of purge requests, which can misbehave. */
export interface PurgeReceiver {
  url: string;
  /** All keys of accepted requests, in order. */
  keys: string[];
  /** The headers of the last request. */
  headers: Record<string, unknown>;
  /** Decides the status of each request from now on, after any delay. By default, 204. */
  respond: () => number | Promise<number>;
  /** Stops listening, so that connections are refused. */
  goDown(): Promise<void>;
  /** Listens again on the same port. */
  comeBack(): Promise<void>;
}

const body = z.object({ keys: z.array(z.string()).min(1).max(30) });

/** Starts a receiver on a free port. */
export async function startPurgeReceiver(): Promise<PurgeReceiver> {
  const port = await freePort();
  const server = createServer((request, response) => {
    const answer = async () => {
      const { keys } = body.parse(await json(request));
      receiver.headers = { ...request.headers, method: request.method };
      const status = await receiver.respond();
      if (status < 300) receiver.keys.push(...keys);
      response.writeHead(status).end();
    };
    answer().catch(() => response.writeHead(400).end());
  });
  server.keepAliveTimeout = TEST_LIMIT;
  const receiver: PurgeReceiver = {
    url: `http://127.0.0.1:${port}/purge`,
    keys: [],
    headers: {},
    respond: () => 204,
    async goDown() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
    async comeBack() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
  await receiver.comeBack();
  return receiver;
}
