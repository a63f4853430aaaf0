import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';

const CONNECTIONS = 64;
/** The Accept-Encoding headers, by the encoding of the response. */
export const ACCEPTED = { br: 'gzip, deflate, br', identity: 'identity' };
export type Encoding = keyof typeof ACCEPTED;

/** Requests the paths in turn for `seconds`, or until `most` requests are sent, and returns requests per second. */
export async function load(
  port: number,
  paths: readonly string[],
  seconds: number,
  { most = Number.POSITIVE_INFINITY, encoding = 'br' }: { most?: number; encoding?: Encoding } = {},
) {
  const headers = `Host: 127.0.0.1\r\nAccept-Encoding: ${ACCEPTED[encoding]}\r\nConnection: keep-alive\r\n`;
  let done = 0;
  let asked = 0;
  const began = performance.now();
  const open = () => performance.now() - began < seconds * 1000 && asked < most;
  const client = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.setNoDelay(true);
    await new Promise<void>((resolve, reject) => {
      let rest = 0;
      let head = '';
      const ask = () => {
        if (!open()) {
          socket.end();
          resolve();
          return;
        }
        asked += 1;
        socket.write(`GET ${paths[asked % paths.length]} HTTP/1.1\r\n${headers}\r\n`);
      };
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        if (rest === 0) {
          head += chunk.toString('latin1');
          const end = head.indexOf('\r\n\r\n');
          if (end < 0) return;
          const length = /content-length: (\d+)/i.exec(head.slice(0, end + 4));
          rest = Number(length?.[1] ?? 0) - (head.length - end - 4);
          head = '';
        } else {
          rest -= chunk.byteLength;
        }
        if (rest > 0) return;
        rest = 0;
        done += 1;
        ask();
      });
      ask();
    });
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  return done / ((performance.now() - began) / 1000);
}

const hasWrk = spawnSync('wrk', ['--version']).error === undefined;

/**
 * Returns the requests per second for one path, measured for some seconds. Uses wrk if it is installed, because it leaves
 * more CPU time for the server.
 */
export async function requestsPerSecond(
  port: number,
  requestPath: string,
  { seconds, encoding }: { seconds: number; encoding: Encoding },
): Promise<number> {
  if (!hasWrk) return load(port, [requestPath], seconds, { encoding });
  const args = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-H', `Accept-Encoding: ${ACCEPTED[encoding]}`];
  const wrk = spawn('wrk', [...args, `http://127.0.0.1:${port}${requestPath}`]);
  let output = '';
  wrk.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(wrk, 'close');
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]);
}

/** Returns the processor time of a process and its children in microseconds. */
export async function processorTime(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const times = [pid, ...children.trim().split(' ').filter(Boolean)].map(async (each) => {
    const fields = (await readFile(`/proc/${each}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
    // Fields 14 and 15 (user and system time), in ticks of 10 ms.
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  });
  return (await Promise.all(times)).reduce((sum, each) => sum + each, 0);
}

/** Returns the median of some figures. */
export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
}

/** Ends a process, and waits for its end. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill();
  await closed;
}
