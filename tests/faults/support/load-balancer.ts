import { once } from 'node:events';
import { createServer, request as requestOf, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { TEST_LIMIT } from '../../setup/time-limits.ts';

/** A load balancer that sends requests to its servers in turn, as long as their `/readyz` answers 200. */
export interface LoadBalancer {
  url: string;
  /** The addresses of the servers. Null for one that is not running. */
  servers: (string | null)[];
  /** Returns how many servers get requests now. */
  readyServers(): number;
  /** Returns how many requests a server has answered. */
  answered(server: string): number;
  /** Requests that were answered with 5xx, or not at all, after all servers were tried. */
  failures: readonly string[];
  stop(): Promise<void>;
}

const CHECK_INTERVAL_MS = 250;

/** Starts a load balancer without servers on a free port. */
export async function startLoadBalancer(): Promise<LoadBalancer> {
  const ready = new Set<string>();
  const counts = new Map<string, number>();
  const failures: string[] = [];
  const stopped = new AbortController();
  let turn = 0;

  const server = createServer((request, response) => {
    const answer = async () => {
      const body = await buffer(request);
      const able = readyServers();
      turn += 1;
      for (let tried = 0; tried < able.length; tried += 1) {
        const target = able[(turn + tried) % able.length];
        // A server that refuses the connection has done nothing, so the next one may be asked.
        const got = target ? await ask(target, request, body).catch(() => null) : null;
        if (!target || !got) continue;
        counts.set(target, (counts.get(target) ?? 0) + 1);
        const status = got.response.statusCode ?? 0;
        if (status >= 500) failures.push(`${request.method} ${request.url}: ${status}`);
        const { connection: _, 'transfer-encoding': __, ...headers } = got.response.headers;
        response.writeHead(status, headers).end(got.body);
        return;
      }
      failures.push(`${request.method} ${request.url}: no server`);
      response.writeHead(502).end();
    };
    answer().catch(() => response.destroy());
  });

  function readyServers(): (string | null)[] {
    return balancer.servers.filter((each) => each !== null && ready.has(each));
  }

  async function ask(target: string, { method, url, headers }: IncomingMessage, body: Buffer) {
    const asked = requestOf(target + url, { method, headers, agent: false });
    asked.end(body);
    const [response]: IncomingMessage[] = await once(asked, 'response');
    if (!response) throw new Error('There is no answer.');
    return { response, body: await buffer(response) };
  }

  async function checkServers(): Promise<void> {
    while (!stopped.signal.aborted) {
      await Promise.all(
        balancer.servers.map(async (each) => {
          const answer = each === null ? null : await fetch(`${each}/readyz`).catch(() => null);
          await answer?.body?.cancel();
          if (each !== null && answer?.status === 200) ready.add(each);
          else if (each !== null) ready.delete(each);
        }),
      );
      await delay(CHECK_INTERVAL_MS);
    }
  }

  server.keepAliveTimeout = TEST_LIMIT;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const balancer: LoadBalancer = {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    servers: [],
    readyServers: () => readyServers().length,
    answered: (each) => counts.get(each) ?? 0,
    failures,
    async stop() {
      stopped.abort();
      await checking;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  const checking = checkServers();
  return balancer;
}
