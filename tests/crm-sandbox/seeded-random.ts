/** Random numbers determined by the seed and the arguments, which makes test runs repeatable. */
export interface SeededRandom {
  /**
   * Returns a number from 0 (inclusive) to 1 (exclusive). `about` names the decision, so a request can have several
   * draws.
   */
  draw(number: number, about: string): number;
  /** Returns the next id in HighLevel's format: letters and digits. */
  nextId(length?: number): string;
}

/** FNV-1a with MurmurHash3's finalizer, which spreads similar inputs over the whole range. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Do not use for real secrets: all values can be derived from the seed. */
export function createSeededRandom(seed: number): SeededRandom {
  let ids = 0;
  return {
    draw: (number, about) => hash(`${seed}:${number}:${about}`) / 2 ** 32,
    nextId(length = 20) {
      const id = ids++;
      return Array.from({ length }, (_, i) => LETTERS[hash(`${seed}:id:${id}:${i}`) % LETTERS.length]).join(
        '',
      );
    },
  };
}

/** Returns a trace id, which HighLevel includes in some responses for its support team. */
export function traceId(random: SeededRandom): string {
  return random.nextId(32).toLowerCase();
}
