/**
 * Lowers the quality of Brotli compression in this process, because the best quality takes longer than rendering a page.
 * No test depends on the size of a page. Must be loaded before the modules that compress.
 */
import { syncBuiltinESMExports } from 'node:module';
import zlib, { constants, type BrotliOptions, type InputType } from 'node:zlib';

type Done = (error: Error | null, compressed: Buffer) => void;

const compress = zlib.brotliCompress;
const quick = (data: InputType, options: BrotliOptions, done: Done): void =>
  compress(data, { params: { ...options.params, [constants.BROTLI_PARAM_QUALITY]: 1 } }, done);

Object.assign(zlib, { brotliCompress: quick });
syncBuiltinESMExports();
