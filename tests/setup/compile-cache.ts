import path from 'node:path';

/** The variable that makes short-lived Node processes share a cache of compiled code. It halves the time they need. */
export const compileCache = {
  NODE_COMPILE_CACHE: path.join(import.meta.dirname, '../../node_modules/.cache/node-compile-cache'),
};
