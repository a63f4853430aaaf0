/**
 * Resolves to the promise's value, or to `late` if that takes longer than the limit in milliseconds. The work itself is
 * not stopped. Rejects if the promise rejects within the limit.
 */
export async function withTimeout<Value>(
  promise: Promise<Value>,
  milliseconds: number,
): Promise<Value | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, milliseconds, 'late');
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns a `fetch` whose requests are aborted after the limit in milliseconds. */
export function createTimeoutFetch(send: typeof fetch, milliseconds: number): typeof fetch {
  return (input, init) => send(input, { ...init, signal: AbortSignal.timeout(milliseconds) });
}
