/** How the CRM's authorization went, by the query of /oauth/success. */
export type Authorization = 'success' | 'failed' | 'processing';

/**
 * As specified: a location, or a code without an error, is a success; else an error is a failure; else it is under
 * way. A location wins over an error.
 */
export function readAuthorization(query: URLSearchParams): Authorization {
  const error = query.get('error');
  if (query.get('locationId') || (query.get('code') && !error)) return 'success';
  return error ? 'failed' : 'processing';
}
