import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { buildCallRequest, type OperatorCall } from '../contracts/operators/operator-call.ts';
import { request, RequestError, type RequestOptions } from './request.ts';

type Input = z.ZodType<unknown, object>;

/**
 * Calls the operators' API and returns the validated response. Rejects with a `RequestError` if the server responds
 * with an error, and with an `Error` if the response does not fit the schema.
 */
export async function callApi<I extends Input, O extends z.ZodType>(
  call: OperatorCall<I, O>,
  input: z.input<I>,
  options: Omit<RequestOptions, 'method' | 'body' | 'open'> = {},
): Promise<z.output<O>> {
  const { method, path, role, output } = call;
  const { url, body } = buildCallRequest(call, input);
  const response = await request(url, { ...options, method, body, open: role === 'open' });
  const read = output.safeParse(response);
  if (read.success) return read.data;
  const place = read.error.issues[0]?.path.join('.');
  throw new Error(
    `The response to ${method} ${path} does not fit this screen${place ? ` (at ${place})` : ''}. Reload the page.`,
  );
}

/** Returns the options for `useQuery` (key and function) that make a call of the operators' API. */
export function apiQuery<I extends Input, O extends z.ZodType>(call: OperatorCall<I, O>, input: z.input<I>) {
  return queryOptions({ queryKey: apiQueryKey(call, input), queryFn: () => callApi(call, input) });
}

/** Returns the query key of a call with this input. Without an input, the key matches all queries of the call. */
export function apiQueryKey<I extends Input>(
  { path }: Pick<OperatorCall<I>, 'path' | 'input'>,
  input?: Partial<z.input<I>>,
): readonly unknown[] {
  return input === undefined ? [path] : [path, input];
}

/** Returns the body of an error response if it fits the call's `failure` schema; null for any other error. */
export function apiFailure<F extends z.ZodType>(
  { failure }: { failure: F },
  error: unknown,
): z.output<F> | null {
  if (!(error instanceof RequestError)) return null;
  const read = failure.safeParse(error.body);
  return read.success ? read.data : null;
}
