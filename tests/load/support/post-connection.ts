import { once } from 'node:events';
import { connect } from 'node:net';

/** A keep-alive connection that posts JSON with minimal overhead, so that the sender is not the bottleneck. */
export interface PostConnection {
  /** Rejects if the connection closes before the full response arrives. */
  post(
    method: 'POST' | 'PUT',
    path: string,
    body: string,
    headers: string,
  ): Promise<{ status: number; body: string }>;
  close(): void;
}

const END_OF_HEAD = '\r\n\r\n';

/** Opens a connection to a local server. It handles one request at a time. */
export async function openPostConnection(url: string): Promise<PostConnection> {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  let received = Buffer.alloc(0);
  let waiting: PromiseWithResolvers<{ status: number; body: string }> | undefined;
  const fail = (error: Error) => waiting?.reject(error);
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('The server closed the connection.')));
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const headEnd = received.indexOf(END_OF_HEAD);
    if (headEnd < 0) return;
    const head = received.toString('latin1', 0, headEnd);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
    if (Number.isNaN(length)) {
      fail(new Error(`An answer without a length.\n${head}`));
      return;
    }
    const bodyStart = headEnd + END_OF_HEAD.length;
    if (received.length < bodyStart + length) return;
    const body = received.toString('utf8', bodyStart, bodyStart + length);
    received = received.subarray(bodyStart + length);
    waiting?.resolve({ status: Number(head.slice(9, 12)), body });
  });
  return {
    post(method, path, body, headers) {
      waiting = Promise.withResolvers();
      socket.write(
        `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`,
      );
      return waiting.promise;
    },
    close: () => socket.destroy(),
  };
}
