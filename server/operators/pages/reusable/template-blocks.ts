import { parseLayout } from '../../../../src/contracts/layout.ts';
import { LAYOUT_ENTRY_ROUTES } from '../../../content/rest/layout-entry-routes.ts';
import { WordPressWriterError, type WordPressWriter } from '../../../content/rest/wordpress-writer.ts';
import { readRawPage } from '../../../content/values/raw-page.ts';

/**
 * Returns the block ids of each template's sections, by the template's id. They are read from WordPress: templates
 * are private, so the mirror does not have their layouts.
 */
export async function readTemplateBlockIds(
  writer: WordPressWriter | null,
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (!writer) return new Map();
  const entries = await writer
    .list(LAYOUT_ENTRY_ROUTES.template, { status: 'private', context: 'edit', _fields: 'id,slug,acf' })
    .catch((error: unknown) => {
      // Without the right to read private entries, an account sees no templates. An older plugin has no templates.
      if (error instanceof WordPressWriterError) return [];
      throw error;
    });
  return new Map(
    entries.flatMap((entry) => {
      const page = readRawPage(entry);
      return page ? [[page.id, layoutBlockIds(page.acf.page_layout)] as const] : [];
    }),
  );
}

/** Returns the block ids of the sections in a stored layout, in order. */
export function layoutBlockIds(layout: unknown): readonly string[] {
  return parseLayout(layout)?.placements.map(({ block }) => block) ?? [];
}
