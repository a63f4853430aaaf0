import { pino, type DestinationStream } from 'pino';

/** Characters of lines that wait while the output cannot be written to. */
const MAX_WAITING_CHARACTERS = 1_000_000;

/**
 * Creates the output of the log to a file descriptor. While it cannot be written to, such as on a full disk, lines wait, up
 * to about a megabyte, and further ones are lost. `onRecovery` is called with their number when lines are written again.
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
    // Pino would call `flushSync` after a fatal line. On a full disk, it never returns.
    write(line) {
      const wasFailing = isFailing;
      // Writes what waits.
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
