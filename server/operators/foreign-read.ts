import type { Request } from 'express';

const ELSEWHERE = new Set(['cross-site', 'same-site']);

/**
 * Whether another site's page had the browser ask, as the browser says. Such a window bears the session's cookie: what
 * notes that it was asked for, as an export does, would note it in the operator's name.
 */
export function isForeignRead(request: Request): boolean {
  return ELSEWHERE.has(request.get('Sec-Fetch-Site') ?? '');
}
