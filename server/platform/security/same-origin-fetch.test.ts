import { expect, it } from 'vitest';
import { createSameOriginFetch } from './same-origin-fetch.ts';

/** Answers each URL with a redirect to the next one; the last one answers 200. */
function redirecting(...urls: string[]) {
  const asked: string[] = [];
  const send: typeof fetch = async (input) => {
    const url = new Request(input).url;
    asked.push(url);
    const next = urls[urls.indexOf(url) + 1];
    return next === undefined
      ? new Response('the end')
      : new Response(null, { status: 302, headers: { location: next } });
  };
  return { asked, send: createSameOriginFetch(send) };
}

it.each([
  ['within the origin', 'https://cms.example/a', 'https://cms.example/b', 200, 2],
  ['to another host', 'https://cms.example/a', 'http://127.0.0.1/b', 302, 1],
  ['to another port', 'https://cms.example/a', 'https://cms.example:8443/b', 302, 1],
  ['to another protocol', 'http://cms.example/a', 'https://cms.example/a', 302, 1],
])('a redirect %s', async (_what, from, to, status, requests) => {
  const { asked, send } = redirecting(from, to);
  const response = await send(from);
  expect([response.status, asked.length]).toEqual([status, requests]);
});

it('does not repeat a POST', async () => {
  const { asked, send } = redirecting('https://cms.example/a', 'https://cms.example/b');
  expect((await send('https://cms.example/a', { method: 'POST' })).status).toBe(302);
  expect(asked).toHaveLength(1);
});

it('ends after some redirects', async () => {
  const { asked, send } = redirecting(
    'https://cms.example/a',
    'https://cms.example/b',
    'https://cms.example/a',
  );
  expect((await send('https://cms.example/a')).status).toBe(302);
  expect(asked.length).toBeLessThan(10);
});
