import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

/**
 * The proof of work that the server asks for, as it wants it: base64 of JSON. Undefined where there is none to be
 * had: the lead goes without, and an operator looks at it.
 */
export async function proofOfWork(): Promise<string | undefined> {
  try {
    const response = await fetch('/api/leads/challenge', { signal: AbortSignal.timeout(5_000) });
    if (!response.ok) return undefined;
    const challenge = await response.json();
    const solution = await solveChallenge({ challenge, deriveKey, timeout: 20_000 });
    return solution ? btoa(JSON.stringify({ challenge, solution })) : undefined;
  } catch {
    return undefined;
  }
}
