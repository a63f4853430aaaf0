/** Starts the built server. Node caches compiled code on disk, which makes the next start faster. */
import { enableCompileCache } from 'node:module';

/**
 * A young generation of 2 MB instead of 16, one V8 worker thread, an old generation that grows in small steps, and one
 * malloc arena for all threads. With 40 MB of objects, the server then uses 150 MB of memory instead of 240
 * (docs/performance.md).
 */
const FLAGS = ['--max-semi-space-size=2', '--v8-pool-size=1', '--heap-growing-percent=20'];
const ARENAS = { MALLOC_ARENA_MAX: '1' };

const isSet = process.env['MALLOC_ARENA_MAX'] !== undefined;
// Both take effect only at process start. `execve` keeps the same process, with its id and terminal.
if (!isSet && process.platform === 'linux' && 'execve' in process) {
  process.execve?.(
    process.execPath,
    [process.execPath, ...FLAGS, ...process.execArgv, ...process.argv.slice(1)],
    { ...process.env, ...ARENAS },
  );
}
enableCompileCache();
await import('./main.ts');
