import type { Block } from '../../src/builder/block.ts';
import type { Placement } from '../../src/builder/layout.ts';
import { sectionIdFaults } from '../../src/builder/section-ids.ts';
import type { BuiltInContent, BuiltInPage } from './built-in-content.ts';
import { finishPlacement } from './finish-placement.ts';
import type { ValueSource } from './finish-placement.ts';
import { isTimeZone } from './finish-settings.ts';
import { ownContent, PAGE_CONTENT, pageContentPlacement } from './page-content.ts';
import { seoBlock, seoPlacement } from './page-head.ts';
import { siteLinks } from './site-links.ts';

/** What is wrong with the built-in pages as a whole: blocks, section ids, and values that fail their fields. */
export function builtInFaults(builtIn: BuiltInContent, blocks: ReadonlyMap<string, Block>): string[] {
  const { timeZone } = builtIn.settings.site;
  return [
    ...(isTimeZone(timeZone) ? [] : [`fixtures/site-settings.json: "${timeZone}" is no time zone.`]),
    ...[...builtIn.pages.values()].flatMap((page) => pageFaults(page, builtIn, blocks)),
  ];
}

function pageFaults(
  { page, layouts }: BuiltInPage,
  builtIn: BuiltInContent,
  blocks: ReadonlyMap<string, Block>,
): string[] {
  const context = { media: builtIn.media, links: siteLinks([]) };
  const source: ValueSource = { acf: page.acf, context };
  const faults = sectionIdFaults([...layouts.values()], blocks).map(
    (fault) => `fixtures/layouts/${page.slug}: ${fault}`,
  );
  const check = (placement: Placement, block: Block) => {
    const sources = [source, ...ownContent(placement, page, context)];
    faults.push(
      ...finishPlacement(page.title, placement, block, sources).faults.map(({ message }) => message),
    );
  };
  check(seoPlacement, seoBlock);
  if (layouts.size === 0) {
    const block = blocks.get(PAGE_CONTENT);
    if (block) check(pageContentPlacement, block);
    else faults.push(`fixtures/layouts/${page.slug}.json is missing.`);
  }
  for (const [variant, layout] of layouts) {
    const file = variant === '' ? page.slug : `${page.slug}.${variant}`;
    const keys = new Set<string>();
    for (const placement of layout) {
      const block = blocks.get(placement.block);
      if (keys.has(placement.key))
        faults.push(`fixtures/layouts/${file}.json: key "${placement.key}" is taken.`);
      keys.add(placement.key);
      if (block) check(placement, block);
      else {
        faults.push(
          `fixtures/layouts/${file}.json, ${placement.key}: there is no block "${placement.block}" in blocks/.`,
        );
      }
    }
  }
  return [...new Set(faults)];
}
