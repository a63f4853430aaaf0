/** Starts the built server. Node's compile cache on disk makes the next start faster. */
import './check-node.js';
// Not a named import: with an older Node, it would fail before `check-node.js` can name the required version.
import module from 'node:module';

module.enableCompileCache();
await import('./main.ts');
