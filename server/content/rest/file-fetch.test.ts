import { Response, type RequestInit } from 'undici';
import { expect, test } from 'vitest';
import { createFileFetch } from './file-fetch.ts';

const url = 'https://cms.example/wp';
const proxy = { username: 'staging', password: 'secret' };

async function headersAt(address: string, config: Parameters<typeof createFileFetch>[0]): Promise<unknown> {
  let sent: RequestInit['headers'];
  const send = createFileFetch(config, async (_url, init) => {
    sent = init?.headers;
    return new Response();
  });
  await send(new URL(address), { headers: { accept: 'image/*' } });
  return sent;
}

test('the password in front of WordPress is sent for its files, and to no other origin', async () => {
  const authorization = `Basic ${Buffer.from('staging:secret').toString('base64')}`;
  expect(await headersAt('https://cms.example/wp/a.png', { url, proxy })).toEqual({
    accept: 'image/*',
    authorization,
  });
  expect(await headersAt('https://cdn.example/a.png', { url, proxy })).toEqual({ accept: 'image/*' });
  expect(await headersAt('http://cms.example/a.png', { url, proxy })).toEqual({ accept: 'image/*' });
  expect(await headersAt('https://cms.example/wp/a.png', { url, proxy: null })).toEqual({
    accept: 'image/*',
  });
});
