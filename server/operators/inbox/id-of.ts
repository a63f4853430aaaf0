import type { Request } from 'express';

/** The `:id` of a route's path. */
export function idOf({ params: { id } }: Request): string {
  return typeof id === 'string' ? id : '';
}
