/** Starts the built server. Node's compile cache on disk makes the next start faster. */
import './check-node.js';
// Not a named import, because with an older Node that would fail before the check.
import module from 'node:module';

/**
 * Reduces memory: a young generation of 4 MB instead of 16 MB, no baseline compiler, two malloc arenas, and freed blocks of 100 kB or more
 * given back to the system (docs/decisions/server.md).
 */
const FLAGS = ['--max-semi-space-size=4', '--no-maglev', '--no-sparkplug'];
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '100000', MALLOC_TRIM_THRESHOLD_: '131072' };

const isSet = process.env['MALLOC_ARENA_MAX'] !== undefined;
// Flags and malloc settings apply only at process start. `execve` keeps the process id and the terminal.
if (!isSet && process.platform === 'linux' && 'execve' in process) {
  process.execve?.(
    process.execPath,
    [process.execPath, ...FLAGS, ...process.execArgv, ...process.argv.slice(1)],
    { ...process.env, ...MALLOC },
  );
}
module.enableCompileCache();
await import('./main.ts');
