import type { Block } from '../../../../src/builder/block.ts';
import { fieldKindOf } from '../../../../src/builder/kinds/field-kinds.ts';
import { sectionId } from '../../../../src/builder/section-ids.ts';
import type { Placement } from '../../../../src/contracts/layout.ts';
import type { EditablePage, PageState } from '../../../../src/contracts/operators/page-builder.ts';
import type { BuiltInPage } from '../../../content/built-in/built-in-content.ts';
import {
  builtInLayout,
  chooseLayout,
  upgradedPlacement,
  type HomeLayoutName,
} from '../../../content/resolve/choose-layout.ts';
import type { LayoutEntryKind } from '../../../content/rest/layout-entry-routes.ts';
import { storedVariants } from '../../../content/resolve/page-variants.ts';
import { storedFieldValue } from '../../../content/values/stored-value.ts';
import type { RawPage } from '../../../content/values/raw-page.ts';
import type { JsonObject } from '../../../../src/builder/raw-value.ts';
import { withNegativePictureIds } from './built-in-pictures.ts';
import { pageDigest } from './page-versions.ts';

const STATES: Readonly<Record<string, PageState>> = {
  publish: 'published',
  future: 'scheduled',
  pending: 'pending',
  private: 'private',
};

/** Converts the status of a WordPress page. All statuses that are not in `STATES` count as drafts. */
export function pageStateOf({ status }: Pick<RawPage, 'status'>): PageState {
  return STATES[status] ?? 'draft';
}

/** Returns when a scheduled page is published, in ISO 8601; null for other pages. */
export function scheduledTimeOf(page: Pick<RawPage, 'status' | 'date'> | null): string | null {
  return page?.status === 'future' && page.date !== '' ? page.date : null;
}

interface Input {
  kind: LayoutEntryKind;
  at: string;
  path: string | null;
  /** The page as it is stored; null if only the built-in content has it. */
  own: RawPage | null;
  builtIn: BuiltInPage | null;
  /** The variant to open. If it is null or does not exist, the page's own layout is opened. */
  variant: string | null;
  /** The modification time of the stored page; null for a revision, and if no stored page was read. */
  modified: string | null;
  editLink: string | null;
  mayEdit: boolean;
  /** Whether the source has the built-in pictures under their ids. In WordPress, these ids belong to other pictures. */
  hasBuiltInPictures: boolean;
  blocks: ReadonlyMap<string, Block>;
  homeLayout: HomeLayoutName | null;
}

/** Describes a page for the builder: its layout, and the raw values of all its sections. */
export function describeEditablePage(input: Input): EditablePage {
  const { own, builtIn, blocks } = input;
  const chosen = chooseLayout(own, builtIn, null, input.homeLayout, blocks);
  const original = chosen.placements;
  const { stored } = storedVariants(own?.acf ?? {});
  const variant = stored?.variants.find(({ name }) => name === input.variant);
  const layout = variant?.layout.map((placement) => upgradedPlacement(placement, blocks)) ?? original;
  const sections = chosen.ownText && !variant ? builtInLayout(builtIn, input.homeLayout) : [];
  const ownAcf = own?.acf ?? {};
  const builtInAcf = builtIn?.page.acf ?? {};
  const values: Record<string, unknown> = {};
  const given: Record<string, unknown> = {};
  for (const placement of [...layout, ...sections]) {
    for (const [name, field] of Object.entries(blocks.get(placement.block)?.fields ?? {})) {
      const id = sectionId(placement, name);
      const value = storedFieldValue(ownAcf, placement, name, field).raw;
      if (fieldKindOf(field).isSet(value)) values[id] = value;
      const { raw } = storedFieldValue(builtInAcf, placement, name, field);
      const shown = input.hasBuiltInPictures ? raw : withNegativePictureIds(raw, field);
      if (fieldKindOf(field).isSet(shown)) given[id] = shown;
    }
  }
  const builtInLayouts = [...(builtIn?.layouts.values() ?? [])].flat();
  return {
    kind: input.kind,
    id: own?.id ?? null,
    at: input.at,
    path: input.path,
    title: own?.title || builtIn?.page.title || input.at,
    state: own ? pageStateOf(own) : 'built-in',
    modified: input.modified,
    digest: own && input.modified !== null ? pageDigest(own) : null,
    editLink: input.editLink,
    variant: variant?.name ?? null,
    variants: stored && {
      ...stored,
      variants: stored.variants.map(({ name, weight }) => ({ name, weight })),
    },
    mayEdit: input.mayEdit,
    layout,
    ...(sections.length > 0 ? { sections } : {}),
    values,
    builtIn: given,
    // All variants share their values, so a new section needs a key that no variant uses.
    taken: takenNames(
      [...original, ...(stored?.variants.flatMap((each) => each.layout) ?? [])],
      builtInLayouts,
      ownAcf,
      builtInAcf,
    ),
  };
}

function takenNames(
  layout: readonly Placement[],
  builtIn: readonly Placement[],
  ...values: readonly JsonObject[]
): string[] {
  return [
    ...new Set([
      ...[...layout, ...builtIn].map(({ key }) => key),
      ...values.flatMap((acf) => Object.keys(acf)),
    ]),
  ].sort();
}
