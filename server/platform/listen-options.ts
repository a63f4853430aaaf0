import type { ListenOptions } from 'node:net';
import type { Config } from './config/config.ts';

/**
 * Returns where the server listens: on the socket that systemd has opened for this process, if there is one, else on a
 * socket of its own. Connections to systemd's socket wait while the site restarts. `pid` is that of this process.
 */
export function listenOptions(
  { port, host }: Pick<Config, 'port' | 'host'>,
  environment: Readonly<Record<string, string | undefined>>,
  pid: number,
): ListenOptions & { fd?: number } {
  const { LISTEN_FDS: count = '0', LISTEN_PID: owner } = environment;
  // The first socket of systemd is file descriptor 3: SD_LISTEN_FDS_START of sd_listen_fds(3).
  return Number(count) > 0 && owner === String(pid) ? { fd: 3 } : { port, host };
}
