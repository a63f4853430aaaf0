import { pino, type DestinationStream } from 'pino';

/** Maximum number of characters in memory while the output cannot be written to. */
const MAX_WAITING_CHARACTERS = 1_000_000;

/**
 * Creates the output of the log to a file descriptor. While writing fails, as on a full disk, about a megabyte of lines
 * waits in memory, and later lines are lost. `onRecovery` gets the number of lost lines when writing works again.
 */
export function createLogOutput(
  descriptor: number,
  onRecovery: (lostLines: number) => void,
): DestinationStream {
  const output = pino.destination({ dest: descriptor, sync: true });
  let isFailing = false;
  let waiting = 0;
  let lost = 0;
  // Without a listener, the error would end the process.
  output.on('error', () => (isFailing = true));
  output.on('write', () => (isFailing = false));

  return {
    // There is no `flushSync`, which pino would call after a fatal line, because on a full disk it would never return.
    write(line) {
      const wasFailing = isFailing;
      // Tries to write the waiting lines.
      if (wasFailing) output.write('');
      if (isFailing && waiting + line.length > MAX_WAITING_CHARACTERS) {
        lost += 1;
        return;
      }
      output.write(line);
      if (isFailing) waiting += line.length;
      else if (wasFailing) {
        const lostLines = lost;
        waiting = lost = 0;
        onRecovery(lostLines);
      }
    },
  };
}
