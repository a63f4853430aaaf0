import { expect, it } from 'vitest';
import { listenOptions } from './listen-options.ts';

const config = { port: 3000, host: '127.0.0.1' };

it('listens on the socket of systemd only if it is for this process', () => {
  expect(listenOptions(config, { LISTEN_FDS: '1', LISTEN_PID: '7' }, 7)).toEqual({ fd: 3 });
  expect(listenOptions(config, { LISTEN_FDS: '1', LISTEN_PID: '6' }, 7)).toEqual(config);
  expect(listenOptions(config, { LISTEN_PID: '7' }, 7)).toEqual(config);
  expect(listenOptions(config, {}, 7)).toEqual(config);
});
