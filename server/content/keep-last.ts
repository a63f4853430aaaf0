import { isDeepStrictEqual } from 'node:util';

/**
 * Keeps the last result of a pure function: with the same arguments (by identity) it is not called again, and a
 * result that equals the last one in depth is the last one.
 */
export function keepLast<Args extends readonly unknown[], Result>(
  compute: (...args: Args) => Result,
): (...args: Args) => Result {
  let last: { args: Args; result: Result } | null = null;
  return (...args) => {
    if (last && args.length === last.args.length && args.every((arg, i) => Object.is(arg, last?.args[i]))) {
      return last.result;
    }
    const computed = compute(...args);
    const result: Result = last && isDeepStrictEqual(computed, last.result) ? last.result : computed;
    last = { args, result };
    return result;
  };
}
