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
