import type { Sandbox } from './sandbox.ts';

/** The id some answers carry for HighLevel's own support. */
export function traceId(sandbox: Sandbox): string {
  return sandbox.random.nextId(32).toLowerCase();
}
