import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { OperatorCall } from '../contracts/operators/operator-call.ts';
import { apiFailure, apiQueryKey, apiQuery, callApi } from './call-api.ts';

const calls = {
  read: {
    method: 'GET',
    path: '/api/mottoes/:id',
    role: 'operator',
    input: z.object({ id: z.number(), short: z.string().optional() }),
    output: z.object({ text: z.string() }),
  },
  enter: {
    method: 'POST',
    path: '/api/enter',
    role: 'open',
    input: z.object({ name: z.string() }),
    output: z.object({ ok: z.literal(true) }),
    failure: z.object({ wait: z.number() }),
  },
} satisfies Record<string, OperatorCall>;

function respond(status: number, body: string) {
  const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(() =>
    Promise.resolve(new Response(body, { status })),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
}
afterEach(() => {
  vi.unstubAllGlobals();
});

it('returns the checked response, without what is not declared', async () => {
  const fetched = respond(200, '{"text":"Home","more":1}');
  expect(await callApi(calls.read, { id: 7, short: 'yes' })).toEqual({ text: 'Home' });
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/mottoes/7?short=yes');
});

it.each(['{"text":3}', 'null', '', '<html>'])('refuses the response %j', async (body) => {
  respond(200, body);
  await expect(callApi(calls.read, { id: 7 })).rejects.toThrow(
    /^The response to GET \/api\/mottoes\/:id does not fit this screen.*Reload the page\.$/,
  );
});

it('an open call needs no token, and its failure is checked', async () => {
  const fetched = respond(401, '{"error":"Wait.","wait":3}');
  const error: unknown = await callApi(calls.enter, { name: 'Ann' }).catch((fault: unknown) => fault);
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', body: '{"name":"Ann"}' });
  expect(apiFailure(calls.enter, error)).toEqual({ wait: 3 });
  respond(401, '{"error":"Wrong."}');
  const other: unknown = await callApi(calls.enter, { name: 'Ann' }).catch((fault: unknown) => fault);
  expect([apiFailure(calls.enter, other), apiFailure(calls.enter, new Error('offline'))]).toEqual([
    null,
    null,
  ]);
});

it('a query has the key of its call and input', () => {
  expect(apiQuery(calls.read, { id: 7 }).queryKey).toEqual(['/api/mottoes/:id', { id: 7 }]);
  expect(apiQueryKey(calls.read)).toEqual(['/api/mottoes/:id']);
});
