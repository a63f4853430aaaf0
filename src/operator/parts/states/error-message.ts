import { RequestError } from '../../request.ts';

/** Returns a message that explains why a request failed: the server's message, if the response has one. */
export function errorMessage(error: unknown): string {
  if (error instanceof RequestError) return error.detail ?? error.message;
  if (error instanceof TypeError) return 'The server does not answer. Check the connection, then try again.';
  return error instanceof Error ? error.message : 'The server does not answer as it should. Try again.';
}

/**
 * Returns the same as `errorMessage` without a leading `Failed to …` sentence, for use below a title that already
 * names the failure.
 */
export function errorReason(error: unknown): string {
  const words = errorMessage(error);
  return words.replace(/^Failed to [^.]*\.\s+/, '') || words;
}
