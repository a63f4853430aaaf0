/** Milliseconds between two lines of progress, if stderr is no terminal. */
const LINE_EVERY_MS = 5_000;

type ProgressStream = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'> & {
  write(text: string): unknown;
  cursorTo(column: number): unknown;
  clearLine(direction: 1): unknown;
};

/**
 * Returns a function that shows the progress of a command. In a terminal, it rewrites one line; otherwise, it writes
 * a line at most every five seconds. Null clears the line.
 */
export function createProgressDisplay(
  stream: ProgressStream = process.stderr,
): (text: string | null) => void {
  let last = performance.now();
  return (text) => {
    if (stream.isTTY) {
      stream.cursorTo(0);
      stream.clearLine(1);
      if (text !== null) stream.write(text.slice(0, Math.max(20, stream.columns - 1)));
      return;
    }
    if (text === null || performance.now() - last < LINE_EVERY_MS) return;
    last = performance.now();
    stream.write(`${text}\n`);
  };
}
