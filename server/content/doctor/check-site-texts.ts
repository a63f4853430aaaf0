import path from 'node:path';
import { pino } from 'pino';
import type { Block } from '../../../src/builder/block.ts';
import { readScenes } from '../../media/scenes.ts';
import type { Config } from '../../platform/config/config.ts';
import { PROJECT_ROOT } from '../../platform/root.ts';
import { siteTexts, type SiteText } from '../body/site-texts.ts';
import { checkAllTexts, type OnTextCheckProgress, type TextCheckResult } from '../body/text-check.ts';
import { createTextFactsReader } from '../body/text-facts-reader.ts';
import type { BuiltInContent } from '../built-in/built-in-content.ts';
import { createHtmlWorker } from '../html/html-worker.ts';
import { createLinkTargetFinder, type LinkTargetFinder } from '../resolve/link-target-finder.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

interface Options {
  config: Pick<Config, 'homeLayout' | 'allowSampleIndex'>;
  snapshot: Snapshot;
  builtIn: BuiltInContent;
  blocks: ReadonlyMap<string, Block>;
  /** Whether the site serves the picture at a URL. */
  serves: (url: string) => boolean;
  onProgress: OnTextCheckProgress;
}

/** The texts of a site, how this site shows them differently than WordPress, and where its links lead (`targetOf`). */
export interface SiteTextCheckResult extends TextCheckResult {
  texts: readonly SiteText[];
  targetOf: LinkTargetFinder;
}

/** Compares all texts of a site with WordPress once, for a command. Stores nothing. */
export async function checkSiteTexts({
  config,
  onProgress,
  serves,
  ...content
}: Options): Promise<SiteTextCheckResult> {
  const { homeLayout, allowSampleIndex } = config;
  const { snapshot } = content;
  const targetOf = createLinkTargetFinder({
    ...content,
    now: Date.now(),
    scenes: await readScenes(path.join(PROJECT_ROOT, 'public')),
    options: { homeLayout, allowSampleIndex, showFaults: false },
  });
  const worker = createHtmlWorker({ log: pino({ level: 'silent' }) });
  try {
    const texts = siteTexts({ ...content, homeLayout });
    const isDead = (link: string) => targetOf(link) === null;
    const reader = createTextFactsReader({ worker });
    return {
      ...(await checkAllTexts({ snapshot, texts, isDead, serves }, reader, onProgress)),
      texts,
      targetOf,
    };
  } finally {
    await worker.close();
  }
}
