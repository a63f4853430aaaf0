import { storeFault } from '../../leads/store/store-fault.ts';

const TRIES = 3;
/** Milliseconds until the CRM must have its answer: one that comes too late is none, and the event is lost. */
const PATIENCE = 8_000;

/** Does work on the database, again where another server was in its way. Throws when it fails or takes too long. */
export async function tryAgain<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The database takes too long.')), PATIENCE);
  });
  try {
    return await Promise.race([tries(work), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

async function tries<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left <= 1 || storeFault(error) !== 'again') throw error;
    }
  }
}
