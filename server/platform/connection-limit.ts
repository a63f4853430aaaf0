import { readFileSync } from 'node:fs';

/** Number of files that the server opens itself: databases, pictures, connections to WordPress, CRM and mail server. */
const OWN_FILES = 128;
/** The largest share of a low limit that the server keeps for itself. */
const OWN_SHARE = 0.5;

/**
 * Returns how many connections to accept at the same time, so that the server can still open its own files. At the
 * limit of the system, Node would close new connections without an event. Returns null if that limit is unknown.
 */
export function connectionLimit(limits = readLimits()): number | null {
  const limit = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  if (limit === undefined) return null;
  return Math.floor(Number(limit) - Math.min(OWN_FILES, Number(limit) * OWN_SHARE));
}

function readLimits(): string {
  try {
    // Only Linux has this file. Its first number is the soft limit, which Node has raised to the hard one.
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
