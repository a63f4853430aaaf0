import type { FaultControl } from './faults.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { SandboxState, SigningKeys } from './sandbox-state.ts';
import type { SeededRandom } from './seeded-random.ts';

/** What every part of the sandbox works with. */
export interface Sandbox {
  state: SandboxState;
  faults: FaultControl;
  random: SeededRandom;
  limiter: RateLimiter;
  keys: SigningKeys;
  /** Milliseconds since 1970; tests may move it. */
  now(): number;
  /** Seconds an access token is good. */
  accessTokenSeconds: number;
  /** Whether an app that lost its tokens gets a new code. */
  reconnects: boolean;
  /** Its own address, once it listens. */
  url(): string;
}
