import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * `refuses`, `loses` and `hangs` keep the request from the server: the connection closes on opening, closes after the
 * request, or stays silent. `swallows`, `cuts` and `breaks` lose the response: none arrives (to a POST or PUT), the connection
 * closes before it, or closes in the middle of it. `says` responds instead of the server.
 */
export type LineFault = 'refuses' | 'loses' | 'hangs' | 'swallows' | 'cuts' | 'breaks' | { says: string };

/** A proxy in front of a site whose connections can be made to fail. */
export interface FaultLine {
  url: string;
  /** Sets the fault for all further traffic. Without an argument, connections work again. */
  meet(fault?: LineFault): void;
  /** Returns the number of POST requests whose response was swallowed. */
  swallowed(): number;
  stop(): Promise<void>;
}

/**
 * Starts a proxy for the site at `target` on a free port. The browser experiences its faults as real network errors.
 */
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
      const method = /^(GET|POST|PUT) /.exec(asked.toString('latin1', 0, 5))?.[1];
      if (method) posts = method !== 'GET';
      if (fault === 'loses' || fault === 'refuses') browser.destroy();
      else if (typeof fault === 'object') browser.end(fault.says);
      else if (fault !== 'hangs') site.write(asked);
    });
    site.on('data', (answer) => {
      // Only responses to a POST are swallowed. On a slow machine the page is still loading its pictures, and a browser
      // that waits for six responses opens no connection for the POST. All further data is swallowed, too, even if the
      // fault has been cleared.
      if (fault === 'swallows' && posts) {
        if (!swallows) swallowed += 1;
        swallows = true;
      }
      if (swallows) return;
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

/** Returns a fault that responds with this raw HTTP response. */
export function rawAnswer(status: string, type: string, body: string): LineFault {
  const head = [`HTTP/1.1 ${status}`, `Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`];
  return { says: [...head, 'Connection: close', '', body].join('\r\n') };
}
