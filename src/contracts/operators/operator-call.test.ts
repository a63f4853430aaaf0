import { expect, it } from 'vitest';
import { z } from 'zod';
import { noInput, buildCallRequest, type OperatorCall } from './operator-call.ts';
import { operatorCalls } from './operator-calls.ts';

const call = (method: OperatorCall['method'], path: OperatorCall['path']): OperatorCall => ({
  method,
  path,
  role: 'operator',
  input: noInput,
  output: z.unknown(),
});

it('fills in the parameters of the path, and leaves the rest for the query of a GET', () => {
  const read = call('GET', '/api/admin/leads/:id/notes/:note');
  expect(buildCallRequest(read, { id: 'a/b', note: 7, q: 'x y', page: 2, form: '', to: undefined })).toEqual({
    url: '/api/admin/leads/a%2Fb/notes/7?q=x+y&page=2',
    body: undefined,
  });
});

it('sends the rest as the body of other methods', () => {
  expect(buildCallRequest(call('POST', '/api/admin/leads/:id/stage'), { id: '1', stage: 'met' })).toEqual({
    url: '/api/admin/leads/1/stage',
    body: { stage: 'met' },
  });
});

it('puts the rest into the query if the body is a file', () => {
  const upload: OperatorCall = { ...call('POST', '/api/admin/pages/pictures'), sendsFile: true };
  expect(buildCallRequest(upload, { name: 'porch.jpg' })).toEqual({
    url: '/api/admin/pages/pictures?name=porch.jpg',
    body: undefined,
  });
});

it('throws if a parameter of the path is missing', () => {
  expect(() => buildCallRequest(call('GET', '/api/admin/leads/:id'), {})).toThrow(
    'GET /api/admin/leads/:id needs the parameter id.',
  );
});

it('no two calls have the same method and path', () => {
  const names = operatorCalls.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(names.length);
});
