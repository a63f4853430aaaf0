import type { Block } from '../../../src/builder/block.ts';
import type { DoctorCheck } from '../../../src/contracts/operators/doctor.ts';
import type { Config } from '../../platform/config/config.ts';
import { createPictureSource } from '../../media/picture-source.ts';
import type { BuiltInContent } from '../built-in/built-in-content.ts';
import { restRoot } from '../rest/rest-root.ts';
import type { Snapshot } from '../resolve/snapshot.ts';
import { checkAccount } from './check-account.ts';
import { checkConnection } from './check-connection.ts';
import { checkContent, type ContentFacts } from './check-content.ts';
import { checkHost } from './check-host.ts';
import { checkPlugin } from './check-plugin.ts';
import { checkRoundTrips } from './check-round-trips.ts';
import { contentFaults, formerNames } from './content-faults.ts';
import { isMissing, readPlugin } from './plugin-findings.ts';
import { probeWordPress } from './probe-wordpress.ts';

/** The content that is checked. */
export interface DoctorContent {
  /** Null if WordPress has never been read. */
  snapshot: Snapshot | null;
  /** The message of the last failed read; null if the last read succeeded. */
  readFault: string | null;
  notices: readonly string[];
}

interface Options {
  config: Pick<Config, 'wordpress' | 'publicUrl' | 'homeLayout' | 'imageOrigins'>;
  blocks: ReadonlyMap<string, Block>;
  builtIn: BuiltInContent;
  content: DoctorContent;
  fetch?: typeof fetch;
  /** Epoch milliseconds. */
  now?: () => number;
}

/** Maximum number of pictures to request, as a sample. */
const MAX_PICTURES = 5;

/**
 * Runs all checks of WordPress and its content, ordered so that causes come before their consequences. Never throws.
 */
export async function runDoctor(options: Options): Promise<DoctorCheck[]> {
  const { config, blocks, builtIn, content, now = Date.now } = options;
  const { wordpress } = config;
  if (!wordpress) {
    return [
      {
        id: 'wordpress',
        label: 'WordPress',
        state: 'not checked',
        detail: 'WordPress is not configured: the content is edited on this site.',
        fix:
          'To edit it in WordPress, connect one at /admin/settings/wordpress, which also moves the content there. What was edited ' +
          'here is kept.',
      },
    ];
  }
  const { snapshot } = content;
  const probe = await probeWordPress({
    config: wordpress,
    publicUrl: config.publicUrl,
    pictures: snapshot ? shownPictures(snapshot) : [],
    source: createPictureSource({
      wordpress: restRoot(wordpress.url).home,
      homes: () => snapshot?.links.homes ?? [],
      origins: config.imageOrigins,
    }),
    page: snapshot ? somePage(snapshot) : null,
    now,
    ...(options.fetch ? { fetch: options.fetch } : {}),
  });
  const found = readPlugin(probe);
  const facts = snapshot && {
    ...contentFacts(snapshot),
    notices: content.notices,
    faults: contentFaults({ snapshot, builtIn, blocks, homeLayout: config.homeLayout, now: now() }),
    former: formerNames({ snapshot, builtIn, blocks, homeLayout: config.homeLayout }),
  };
  return [
    ...checkConnection(probe, isMissing(found) ? [] : found.rest_closers),
    ...checkAccount(probe, wordpress.credentials !== null),
    ...checkPlugin(probe, {
      blocks,
      secret: Boolean(wordpress.secret),
      publicUrl: config.publicUrl,
    }),
    ...checkHost(found, now()),
    ...checkRoundTrips(probe),
    ...checkContent(probe, facts, content.readFault),
  ];
}

function contentFacts(snapshot: Snapshot): Omit<ContentFacts, 'notices' | 'faults' | 'former'> {
  const front = snapshot.pageAt('/');
  return {
    hiding: snapshot
      .hidingPages()
      .map(({ path, page: { id, title, status } }) => ({ id, title, path, status })),
    clashes: snapshot
      .pathClashes()
      .map(({ post: { id, title }, wanted, path, other }) => ({ id, title, wanted, path, other })),
    frontPage: front?.isPublic ? front.page.id : null,
    siteFaults: snapshot.faults,
    sample: snapshot.settings.sample,
  };
}

/** Returns the id of a public page, preferably the front page. */
function somePage(snapshot: Snapshot): number | null {
  const front = snapshot.pageAt('/');
  return (front?.isPublic ? front.page : snapshot.pages()[0]?.page)?.id ?? null;
}

/** Returns the URLs of some pictures that public pages show. */
function shownPictures(snapshot: Snapshot): string[] {
  const urls = new Set<string>();
  for (const { page } of snapshot.pages()) {
    for (const value of [page.featuredMedia, ...Object.values(page.acf)]) {
      const media = typeof value === 'number' ? snapshot.media(value) : undefined;
      if (media && URL.canParse(media.url)) urls.add(media.url);
      if (urls.size === MAX_PICTURES) return [...urls];
    }
  }
  return [...urls];
}
