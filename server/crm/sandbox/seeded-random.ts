/** Draws that depend on nothing but the seed and the question: the same run makes the same draws. */
export interface SeededRandom {
  /** From 0 (included) to 1 (not), for one thing of one request. */
  draw(number: number, about: string): number;
  /** The next id as HighLevel writes them: letters and digits. */
  nextId(length?: number): string;
}

/** FNV-1a with the finishing steps of MurmurHash3, so that neighbors differ in every bit. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Draws and ids of one sandbox. Not for secrets: anybody with the seed can repeat them. */
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
