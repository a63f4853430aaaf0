import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Content } from '../../content/content.ts';
import type { Config } from '../../platform/config/config.ts';
import {
  ALL_PURGE_KEY,
  createCachingHeaderSetter,
  type SetCachingHeaders,
} from '../../platform/caching-headers.ts';
import { createCdnPageCaching, type CdnPageCaching } from './cdn-page-caching.ts';
import { createPurgeQueue, type PurgeHealth } from './purge-queue.ts';

/** Controls how browsers, and the CDN in front of the site if there is one, cache responses. */
export interface CdnCaching {
  setCaching: SetCachingHeaders;
  /** Controls how the CDN caches stored pages; null without a CDN. */
  pages: CdnPageCaching | null;
  /** Purges everything from the CDN, except for files that never change. Does nothing without a purge URL. */
  purgeAll(): void;
  /** Whether the CDN accepts purge requests; null without a purge URL. */
  health(): PurgeHealth | null;
  close(): void;
}

interface Options {
  config: Pick<Config, 'cdn'>;
  content: Pick<Content, 'fingerprint' | 'onChange'>;
  isStopping: () => boolean;
  log: Logger;
  register: Registry;
  now: () => number;
}

/** Creates the caching of all responses. With a purge URL, starts by purging everything from the CDN. */
export function createCdnCaching({
  config: { cdn },
  content,
  isStopping,
  log,
  register,
  now,
}: Options): CdnCaching {
  const purge =
    cdn && cdn.purgeUrl !== null
      ? createPurgeQueue({ url: cdn.purgeUrl, token: cdn.purgeToken, log, register, now })
      : null;
  const pages = cdn && createCdnPageCaching({ content, purge, isStopping, now });
  return {
    setCaching: createCachingHeaderSetter({ cdn, isStopping }),
    pages,
    purgeAll: () => purge?.add([ALL_PURGE_KEY]),
    health: () => purge?.health() ?? null,
    close() {
      pages?.close();
      purge?.stop();
    },
  };
}
