import type { Attribution } from './attribution.ts';
import { readStored } from './browser-storage.ts';
import { ATTRIBUTION_KEY } from './read-attribution.ts';

/**
 * How the visitor found the site, as the loader recorded it on this page: it has read what was kept before, and left
 * out what is too old or not to be kept. The server reads it once more.
 */
export function recordedAttribution(): Attribution | undefined {
  const kept = readStored('localStorage', ATTRIBUTION_KEY);
  return isRecorded(kept) ? kept : undefined;
}

function isRecorded(kept: unknown): kept is Attribution {
  return typeof kept === 'object' && kept !== null && 'first' in kept && 'last' in kept;
}
