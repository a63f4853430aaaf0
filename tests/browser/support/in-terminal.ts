/**
 * `prefix` for `startSite`: the server runs in a terminal of its own, as if someone had typed the command. `script` is
 * part of every Linux and macOS; theirs take the command in two ways.
 */
export const inTerminal: readonly string[] =
  process.platform === 'darwin'
    ? ['script', '-q', '/dev/null']
    : // Quoted, for the path of Node may have spaces.
      ['sh', '-c', `NODE="$1" exec script -qefc 'exec "$NODE" server/main.ts' /dev/null`, 'sh'];
