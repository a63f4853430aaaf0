import { randomFillSync } from 'node:crypto';

const BYTES = 16;
/** Asking the system for each id alone costs forty times as much, and a lead has several. */
const pool = Buffer.alloc(BYTES * 256);
let used = pool.length;

/** 128 random bits, base64url: unguessable, and unique without asking anyone. */
export function randomId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const id = pool.toString('base64url', used, used + BYTES);
  // What was handed out is nowhere else in memory.
  pool.fill(0, used, used + BYTES);
  used += BYTES;
  return id;
}

/** Digits of a time: enough until the year 5188. */
const TIME_DIGITS = 9;

/**
 * The id of a row made at this time (epoch milliseconds): the time, then what `randomId` gives. Rows made together stand
 * together in every index, so that storing a lead touches a few pages of the disk and not one for each index.
 */
export function rowId(now: number): string {
  return Math.max(0, Math.floor(now)).toString(36).padStart(TIME_DIGITS, '0') + randomId();
}
