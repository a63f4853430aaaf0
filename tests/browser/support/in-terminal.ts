/**
 * A `prefix` for `startSite` that runs the server in a pseudo-terminal, as if started from a shell. Linux and macOS
 * both have `script`, but with different arguments.
 */
export const inTerminal: readonly string[] =
  process.platform === 'darwin'
    ? ['script', '-q', '/dev/null']
    : // The path of Node is passed in a variable, because it may contain spaces.
      ['sh', '-c', `NODE="$1" exec script -qefc 'exec "$NODE" dist/server/start.js' /dev/null`, 'sh'];
