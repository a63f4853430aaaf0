import type { Block } from '../../../src/builder/block.ts';
import type { DoctorCheck } from '../../../src/contracts/operators/doctor.ts';
import type { Config } from '../../platform/config/config.ts';
import { createPictureUrlResolver, fetchablePictureUrl } from '../../media/picture-url-resolver.ts';
import { pagesReplacingFeatures, siteTexts } from '../body/site-texts.ts';
import type { BuiltInContent } from '../built-in/built-in-content.ts';
import { parseWordPressUrls } from '../rest/wordpress-urls.ts';
import { pagePathClashes, type PagePathClash } from '../resolve/page-path-clashes.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { RawPage } from '../values/raw-page.ts';
import { shownPictureUrls } from './shown-picture-urls.ts';
import { checkAccount } from './check-account.ts';
import { checkConnection } from './check-connection.ts';
import { checkContent, type ContentFacts } from './check-content.ts';
import { checkHost } from './check-host.ts';
import { checkPlugin } from './check-plugin.ts';
import { checkRoundTrips } from './check-round-trips.ts';
import { contentFaults, formerNameFaults } from './content-faults.ts';
import { isPluginReportMissing, readPluginReport } from './plugin-report.ts';
import { probeWordPress } from './probe-wordpress.ts';

/** The content as last read from WordPress, and the result of that read. */
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
  const texts = snapshot ? siteTexts({ snapshot, builtIn, blocks, homeLayout: config.homeLayout }) : [];
  const source = createPictureUrlResolver({
    wordpress: parseWordPressUrls(wordpress.url).home,
    homes: () => snapshot?.links.homes ?? [],
    origins: config.imageOrigins,
  });
  const probe = await probeWordPress({
    config: wordpress,
    publicUrl: config.publicUrl,
    pictures: snapshot
      ? shownPictureUrls(
          { snapshot, texts },
          (url) => fetchablePictureUrl(url, source) !== null,
          MAX_PICTURES,
        )
      : [],
    source,
    page: snapshot ? somePage(snapshot) : null,
    now,
    ...(options.fetch ? { fetch: options.fetch } : {}),
  });
  const found = readPluginReport(probe);
  const facts = snapshot && {
    ...contentFacts(snapshot, builtIn),
    replacing: pagesReplacingFeatures(texts),
    notices: content.notices,
    faults: contentFaults({ snapshot, builtIn, blocks, homeLayout: config.homeLayout, now: now() }),
    former: formerNameFaults({ snapshot, builtIn, blocks, homeLayout: config.homeLayout }),
  };
  return [
    ...checkConnection(probe, isPluginReportMissing(found) ? [] : found.rest_closers),
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

function contentFacts(
  snapshot: Snapshot,
  builtIn: BuiltInContent,
): Omit<ContentFacts, 'notices' | 'faults' | 'former' | 'replacing'> {
  const front = snapshot.pageAt('/');
  return {
    hiding: snapshot
      .hidingPages()
      .map(({ path, page: { id, title, status } }) => ({ id, title, path, status })),
    clashes: [
      ...pagePathClashes(snapshot, builtIn).map((clash) => clashFact(clash.page, clash)),
      ...snapshot.pathClashes().map((clash) => clashFact(clash.post, clash)),
    ],
    frontPage: front?.isPublic ? front.page.id : null,
    siteFaults: snapshot.faults,
    sample: snapshot.settings.sample,
  };
}

function clashFact(
  { id, title }: RawPage,
  { wanted, path, other }: Omit<PagePathClash, 'page'>,
): ContentFacts['clashes'][number] {
  return { id, title, wanted, path, other };
}

/** Returns the id of a public page, preferably the front page; null if there is none. */
function somePage(snapshot: Snapshot): number | null {
  const front = snapshot.pageAt('/');
  return (front?.isPublic ? front.page : snapshot.pages()[0]?.page)?.id ?? null;
}
