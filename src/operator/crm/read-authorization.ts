/** The outcome of the CRM's authorization, from the query of /oauth/success. */
export type Authorization = 'success' | 'failed' | 'processing';

/**
 * Reads the outcome as specified: a location, or a code without an error, means success; otherwise an error means
 * failure; otherwise the authorization is still processing. A location takes precedence over an error.
 */
export function readAuthorization(query: URLSearchParams): Authorization {
  const error = query.get('error');
  if (query.get('locationId') || (query.get('code') && !error)) return 'success';
  return error ? 'failed' : 'processing';
}
