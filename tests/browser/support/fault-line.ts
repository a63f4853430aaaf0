import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * What becomes of what a browser says. `refuses`: the connection is closed before a word. `loses`: it breaks before the
 * server has heard anything. `hangs`: nobody answers, and the server hears nothing. `swallows`: the server hears it,
 * and its answer never comes. `cuts`: the server hears it, and the connection breaks before its answer. `breaks`: in the
 * middle of it. `says`: somebody else answers in the server's place.
 */
export type LineFault = 'refuses' | 'loses' | 'hangs' | 'swallows' | 'cuts' | 'breaks' | { says: string };

/** A connection to a site that can be disturbed. */
export interface FaultLine {
  url: string;
  /** From now on; undefined: it works. */
  meet(fault?: LineFault): void;
  stop(): Promise<void>;
}

/** A line to the site at `target`, on a free port: what is wrong with it is wrong for the browser as in real life. */
export async function startFaultLine(target: string): Promise<FaultLine> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let fault: LineFault | undefined;

  const server = createServer((browser) => {
    hold(browser);
    if (fault === 'refuses') {
      browser.destroy();
      return;
    }
    const site = hold(connect(Number(port), hostname));
    browser.on('data', (asked) => {
      if (fault === 'loses' || fault === 'refuses') browser.destroy();
      else if (typeof fault === 'object') browser.end(fault.says);
      else if (fault !== 'hangs') site.write(asked);
    });
    site.on('data', (answer) => {
      if (fault === 'cuts') browser.destroy();
      else if (fault === 'breaks') browser.end(answer.subarray(0, answer.length - 20));
      else if (fault !== 'swallows') browser.write(answer);
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
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** An answer as it stands on the line. */
export function rawAnswer(status: string, type: string, body: string): LineFault {
  const head = [`HTTP/1.1 ${status}`, `Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`];
  return { says: [...head, 'Connection: close', '', body].join('\r\n') };
}
