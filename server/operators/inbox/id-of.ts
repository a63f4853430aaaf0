import type { Request } from 'express';

/** The `:id` of a route's path; empty where it is none that we make, which no database is asked for. */
export function idOf({ params: { id } }: Request): string {
  return typeof id === 'string' && /^[\w-]{1,100}$/.test(id) ? id : '';
}
