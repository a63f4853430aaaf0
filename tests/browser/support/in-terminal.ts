/**
 * A `prefix` for `startSite` that runs the server in its own terminal, as if someone had typed the command. Linux and
 * macOS both have `script`, but it takes the command in different ways.
 */
export const inTerminal: readonly string[] =
  process.platform === 'darwin'
    ? ['script', '-q', '/dev/null']
    : // Quoted, because the path of Node may contain spaces.
      ['sh', '-c', `NODE="$1" exec script -qefc 'exec "$NODE" dist/server/start.js' /dev/null`, 'sh'];
