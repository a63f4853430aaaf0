import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * How the connection fails. `refuses`: it closes as soon as it opens. `loses`: it breaks before the server receives
 * anything. `hangs`: there is no answer, and the server receives nothing. `swallows`: the server receives the request,
 * but its answer never arrives. `cuts`: the server receives the request, and the connection breaks before the answer.
 * `breaks`: the connection breaks in the middle of the answer. `says`: something else answers in the server's place.
 */
export type LineFault = 'refuses' | 'loses' | 'hangs' | 'swallows' | 'cuts' | 'breaks' | { says: string };

/** A proxy to a site whose connections can be made to fail. */
export interface FaultLine {
  url: string;
  /** Sets the fault from now on; without one, the connection works. */
  meet(fault?: LineFault): void;
  /** The number of POST requests whose answer was swallowed. */
  swallowed(): number;
  stop(): Promise<void>;
}

/** Starts a proxy to the site at `target` on a free port. The browser sees its faults as real network failures. */
export async function startFaultLine(target: string): Promise<FaultLine> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let fault: LineFault | undefined;
  let swallowed = 0;

  const server = createServer((browser) => {
    hold(browser);
    if (fault === 'refuses') {
      browser.destroy();
      return;
    }
    const site = hold(connect(Number(port), hostname));
    let swallows = false;
    let posts = false;
    browser.on('data', (asked) => {
      if (asked.toString('latin1', 0, 5) === 'POST ') posts = true;
      if (fault === 'loses' || fault === 'refuses') browser.destroy();
      else if (typeof fault === 'object') browser.end(fault.says);
      else if (fault !== 'hangs') site.write(asked);
    });
    site.on('data', (answer) => {
      // The rest of a swallowed answer is swallowed too, whenever it arrives.
      swallows ||= fault === 'swallows';
      if (swallows) {
        if (posts) swallowed += 1;
        posts = false;
        return;
      }
      if (fault === 'cuts') browser.destroy();
      else if (fault === 'breaks') browser.end(answer.subarray(0, answer.length - 20));
      else browser.write(answer);
    });
    browser.on('close', () => site.destroy());
    site.on('close', () => browser.end());
  });
  const hold = (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => open.delete(socket));
    return socket;
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    meet: (next) => {
      fault = next;
    },
    swallowed: () => swallowed,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** Returns a fault that answers with this raw HTTP response. */
export function rawAnswer(status: string, type: string, body: string): LineFault {
  const head = [`HTTP/1.1 ${status}`, `Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`];
  return { says: [...head, 'Connection: close', '', body].join('\r\n') };
}
