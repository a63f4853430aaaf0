import { hash, verify } from '@node-rs/argon2';
import { MIN_PASSWORD_CHARACTERS } from '../../../src/contracts/operators/account-calls.ts';
import { loadOnce } from '../../platform/async/single-flight.ts';

/** Maximum number of characters of a password. It only bounds the size of the input. */
const MAX_PASSWORD_CHARACTERS = 200;

/** argon2id with 19 MiB and 2 passes, as recommended by OWASP; also the library's default. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes a password with a random salt. The result also contains the salt and the parameters. */
export function hashOperatorPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

const hashOfNobody = loadOnce(() => hashOperatorPassword('nobody has this password'));

/**
 * Returns whether a password matches the stored hash. Without a stored hash, the password is verified against another
 * hash, so that the time taken does not reveal whether an account exists.
 */
export async function verifyOperatorPassword(stored: string | null, password: string): Promise<boolean> {
  // Loaded in both cases, so that the first sign-in takes as long for every address.
  const other = await hashOfNobody();
  const fits = await verify(stored ?? other, password);
  return fits && stored !== null;
}

/** Returns the reason a new password is rejected; null if it is accepted. */
export function operatorPasswordFault(password: string, email: string): string | null {
  if (password.length < MIN_PASSWORD_CHARACTERS)
    return `Use at least ${MIN_PASSWORD_CHARACTERS} characters. A few words in a row are easy to remember.`;
  if (password.length > MAX_PASSWORD_CHARACTERS) return `Use at most ${MAX_PASSWORD_CHARACTERS} characters.`;
  if (new Set(password).size < 5) return 'Use more different characters.';
  const name = email.split('@')[0] ?? '';
  if (name.length > 3 && password.toLowerCase().includes(name.toLowerCase())) {
    return 'Leave your e-mail address out of the password.';
  }
  return null;
}
