import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const DIRECTORIES = ['server/variants', 'src/contracts/variants', 'src/operator/variants'];
/** An import of a file in these directories. */
const IMPORT = /^import [^;]* from '[^']*\/variants\/[^']*';\n/gm;
/** What changes in the rest of the product, besides the imports. */
const EDITS: Record<string, readonly (readonly [before: string | RegExp, after: string])[]> = {
  'server/services.ts': [[/const variants = createLayoutVariantService\([^;]*;/, 'const variants = null;']],
  'server/app.ts': [['more: [createVariantRoutes, createVariantResultRoutes]', 'more: []']],
  'server/content/resolve/page-variants.ts': [
    [
      /export function storedVariants[^]*?\n}\n/,
      `export function storedVariants(_acf: JsonObject): { stored: StoredVariants | null; fault: string | null } {
  return { stored: null, fault: null };
}
`,
    ],
    [
      /export function withVariantLayout[^]*?\n}\n/,
      `export function withVariantLayout(
  _acf: JsonObject,
  _name: string,
  _layout: readonly Placement[],
): { layout_variants: string } | null {
  return null;
}
`,
    ],
  ],
  'src/contracts/operators/operator-calls.ts': [['  variantCalls,\n', '']],
  'src/operator/builder/more-menu.tsx': [[/ *\{page\.kind === 'page' && <VariantChooser [^>]*\/>\}\n/, '']],
  'src/operator/screens/results.tsx': [[/ *<AbTestResultPanels \/>\n/, '']],
};

export const VARIANT_EDIT_FILES = Object.keys(EDITS);

/** Removes layout variants from a copy of the project. Throws if an edit changes nothing. */
export async function removeVariants(copy: string): Promise<void> {
  for (const folder of DIRECTORIES) await rm(path.join(copy, folder), { recursive: true });
  for (const [file, edits] of Object.entries(EDITS)) {
    let text = (await readFile(path.join(copy, file), 'utf8')).replaceAll(IMPORT, '');
    for (const [from, to] of edits) {
      const changed = text.replace(from, to);
      if (changed === text) throw new Error(`${file}: ${String(from)} changes nothing.`);
      text = changed;
    }
    await writeFile(path.join(copy, file), text);
  }
}
