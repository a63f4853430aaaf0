import { RequestError } from '../request.ts';

/** Why a request failed, in words: the server's own where it says any. */
export function errorWords(error: unknown): string {
  if (error instanceof RequestError) return error.detail ?? error.message;
  if (error instanceof TypeError) return 'The server does not answer. Check the connection, then try again.';
  return error instanceof Error ? error.message : 'The server does not answer as it should. Try again.';
}

/** The same under a title that says what failed: the server's own `Failed to …` is not said twice. */
export function reasonWords(error: unknown): string {
  const words = errorWords(error);
  return words.replace(/^Failed to [^.]*\.\s+/, '') || words;
}
