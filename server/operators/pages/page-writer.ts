import type { Response } from 'express';
import { createWordPressWriter, type WordPressWriter } from '../../content/moving/wordpress-writer.ts';
import type { Config } from '../../platform/config.ts';

/** Milliseconds: an editor waits for these requests. */
const LIMIT = 30_000;

/** Returns the writer for the operator of a request; null if pages are not kept in a WordPress that can be changed. */
export type WriterOf = (response: Response) => WordPressWriter | null;

/** Creates a `WriterOf` that writes as the configured account. */
export function createWriterOf(config: Pick<Config, 'wordpress'>, send: typeof fetch = fetch): WriterOf {
  const writer = config.wordpress?.credentials
    ? createWordPressWriter(config.wordpress, (input, init) =>
        send(input, { ...init, signal: AbortSignal.timeout(LIMIT) }),
      )
    : null;
  return () => writer;
}
