/** Starts the built server. Node's compile cache on disk makes the next start faster. */
import { enableCompileCache } from 'node:module';

/**
 * Reduces memory: a young generation of 2 MB instead of 16 MB, one V8 worker thread, an old generation that grows in
 * small steps, and one malloc arena. With 40 MB of objects, the process needs 150 MB instead of 240 MB
 * (docs/performance.md).
 */
const FLAGS = ['--max-semi-space-size=2', '--v8-pool-size=1', '--heap-growing-percent=20'];
const ARENAS = { MALLOC_ARENA_MAX: '1' };

const isSet = process.env['MALLOC_ARENA_MAX'] !== undefined;
// Flags and malloc settings apply only at process start. `execve` keeps the process id and the terminal.
if (!isSet && process.platform === 'linux' && 'execve' in process) {
  process.execve?.(
    process.execPath,
    [process.execPath, ...FLAGS, ...process.execArgv, ...process.argv.slice(1)],
    { ...process.env, ...ARENAS },
  );
}
enableCompileCache();
await import('./main.ts');
