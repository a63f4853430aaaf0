/** Starts the built server. Node's compile cache on disk makes the next start faster. */
import './check-node.js';
// Not a named import, because with an older Node that would fail before the check.
import module from 'node:module';

module.enableCompileCache();
await import('./main.ts');
