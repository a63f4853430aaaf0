import type { Block } from '../../../../src/builder/block.ts';
import { rawExample } from '../../../../src/builder/block-example.ts';
import { sectionId } from '../../../../src/builder/section-ids.ts';
import type {
  BlockExample,
  BlockUse,
  BlockExampleName,
} from '../../../../src/contracts/operators/block-catalogue.ts';
import { placementSchema, type Placement } from '../../../../src/contracts/layout.ts';
import type { BuiltInContent } from '../../../content/built-in/built-in-content.ts';
import { chooseLayout, type HomeLayoutName } from '../../../content/resolve/choose-layout.ts';
import { rawSectionValue } from '../../../content/values/stored-value.ts';
import { isUnset } from '../../../../src/builder/raw-value.ts';
import type { EditorAccount } from '../editor-account.ts';
import type { ExamplePicture } from '../../../../src/builder/kinds/kind.ts';
import { exampleValues } from './example-values.ts';
import type { BuilderEntry } from '../page-list.ts';
import type { PageBuilder } from '../builder/page-builder.ts';

/** A key that no section of the built-in content has, so that no built-in value replaces a missing value. */
const OWN_KEY = 'catalogue';

/** Returns the sections of these pages that use each block, by block id. */
export function blockUses(
  pages: readonly BuilderEntry[],
  blocks: ReadonlyMap<string, Block>,
  homeLayout: HomeLayoutName | null,
): ReadonlyMap<string, readonly BlockUse[]> {
  const uses = new Map<string, BlockUse[]>();
  for (const { at, path, own, builtIn } of pages) {
    for (const placement of chooseLayout(own, builtIn, null, homeLayout, blocks).placements) {
      const fields = blocks.get(placement.block)?.fields ?? {};
      const ids = Object.keys(fields).map((name) => [name, sectionId(placement, name)] as const);
      const page = own?.title || builtIn?.page.title || at;
      const use = { at, page, path, key: placement.key, ids: Object.fromEntries(ids) };
      uses.set(placement.block, [...(uses.get(placement.block) ?? []), use]);
    }
  }
  return uses;
}

interface BuiltInSection {
  path: string;
  placement: Placement;
}

/** Returns the built-in section, not hidden, that fills in the most fields of a block; null if none uses the block. */
export function bestBuiltInSection(
  { id, fields }: Block,
  { pages }: Pick<BuiltInContent, 'pages'>,
): BuiltInSection | null {
  let best: (BuiltInSection & { filled: number }) | null = null;
  for (const { path, page, layouts } of pages.values()) {
    for (const placement of [...layouts.values()].flat()) {
      if (placement.block !== id || placement.hidden) continue;
      const filled = Object.entries(fields).filter(
        ([name, field]) => !isUnset(rawSectionValue(page.acf, sectionId(placement, name), field)),
      ).length;
      if (!best || filled > best.filled) best = { path, placement, filled };
    }
  }
  return best;
}

interface Options {
  block: Block;
  builtIn: BuiltInContent;
  picture: ExamplePicture;
  builder: Pick<PageBuilder, 'canvas' | 'pages'>;
  /** Examples are taken only from built-in pages that this account may see. */
  account: EditorAccount;
}

/**
 * Resolves a block with each kind of example content, as a section of the page of `bestBuiltInSection`, or else of the
 * home page.
 */
export async function resolveBlockExamples(
  options: Options,
): Promise<Record<BlockExampleName, BlockExample>> {
  const { block, builtIn, picture, builder, account } = options;
  const visible = new Set(builder.pages(account).map(({ at }) => at));
  const pages = new Map([...builtIn.pages].filter(([, { path }]) => visible.has(path)));
  const best = bestBuiltInSection(block, { pages });
  const at = best?.path ?? '/';
  const own = placementSchema.parse({
    block: block.id,
    key: OWN_KEY,
    region: best?.placement.region ?? 'main',
  });
  const example = best?.placement ?? own;
  const values = {
    // Without values, the section shows its built-in content. Sample texts are used only if no built-in page has the
    // block and `declaredExample` returns null.
    example: best ? {} : exampleValues('sample', block.fields, picture),
    added: rawExample(block) ?? {},
    empty: {},
    longest: exampleValues('longest', block.fields, picture),
    // Visitors see the built-in value in place of an invalid one.
    invalid: exampleValues('invalid', block.fields, picture),
  };
  const placed = { example, added: own, empty: own, longest: own, invalid: example };
  const resolve = (name: BlockExampleName) => resolveExample(options, at, placed[name], values[name]);
  const shown = (best ? null : declaredExample(block, own)) ?? (await resolve('example'));
  return {
    example: shown,
    // A block that declares no example is complete with its defaults, or shows data of the page that it is on.
    added: block.example ? await resolve('added') : shown,
    empty: await resolve('empty'),
    longest: await resolve('longest'),
    invalid: await resolve('invalid'),
  };
}

/** Returns the example that a block declares; null if it declares none, or if it loads data, which needs a page. */
function declaredExample(block: Block, placement: Placement): BlockExample | null {
  const { id, example, script } = block;
  if (!example || block.load) return null;
  const { key, region } = placement;
  const loading = script === 'need' ? {} : { script };
  return { placement: { block: id, key, region, props: example, ...loading }, faults: [] };
}

async function resolveExample(
  { block, builder, account }: Options,
  at: string,
  placement: Placement,
  values: Readonly<Record<string, unknown>>,
): Promise<BlockExample> {
  const fieldOf = new Map(Object.keys(block.fields).map((name) => [sectionId(placement, name), name]));
  const acf = Object.fromEntries([...fieldOf].map(([id, name]) => [id, values[name] ?? null]));
  const shown = await builder.canvas({ at, layout: [placement], values: acf }, account);
  const [resolved] = shown?.placements ?? [];
  return {
    placement: resolved ? withoutFaults(resolved) : null,
    faults: (shown?.faults ?? []).flatMap(({ section = '', message }) => {
      const field = fieldOf.get(section);
      const start = message.indexOf(`${section}: `);
      return field === undefined ? [] : [{ field, message: message.slice(start + section.length + 2) }];
    }),
  };
}

/** Removes the faults, because the catalogue lists them next to the section. */
function withoutFaults({ faults: _faults, ...placement }: NonNullable<BlockExample['placement']>) {
  return placement;
}
