import { parseLayout } from '../../src/builder/layout.ts';
import type { Placement } from '../../src/builder/layout.ts';
import type { BuiltInPage } from './built-in-content.ts';
import { quoted } from './finished.ts';
import type { HomeLayout } from './gateway.ts';
import { pageContentPlacement } from './page-content.ts';
import type { RawPage } from './raw-page.ts';
import { isUnset } from './raw-value.ts';

/** The placements of a page, and what is wrong with the layout that was asked for. */
export interface ChosenLayout {
  placements: readonly Placement[];
  faults: string[];
  /** True when the layout is the page's own `page_layout`. */
  own: boolean;
}

/**
 * Which layout a page has. A look at a variant wins, then the page's own `page_layout`, then its `layout_variant`,
 * then the setting `HOME_LAYOUT`, then `content`. Without any layout the page's own content stands alone.
 */
export function chooseLayout(
  page: RawPage | null,
  builtIn: BuiltInPage | null,
  look: HomeLayout | null,
  configured: HomeLayout | null,
): ChosenLayout {
  const faults: string[] = [];
  const looked = look === null ? undefined : builtIn?.layouts.get(look);
  if (looked) return { placements: looked, faults, own: false };
  const own = page && parseLayout(page.acf.page_layout);
  if (own) faults.push(...own.faults);
  if (own && own.placements.length > 0) return { placements: own.placements, faults, own: true };
  const variant = page?.acf.layout_variant;
  const picked = typeof variant === 'string' ? builtIn?.layouts.get(variant.trim()) : undefined;
  if (!picked && !isUnset(variant) && builtIn && builtIn.layouts.size > 1) {
    faults.push(`layout_variant: ${quoted(variant)} is no layout. Choose content or lead-capture.`);
  }
  return { placements: picked ?? builtInLayout(builtIn, configured), faults, own: false };
}

/** The built-in layout of a page; its own content alone where there is none. */
export function builtInLayout(
  builtIn: BuiltInPage | null,
  configured: HomeLayout | null,
): readonly Placement[] {
  return (
    builtIn?.layouts.get(configured ?? 'content') ??
    builtIn?.layouts.get('content') ??
    builtIn?.layouts.get('') ?? [pageContentPlacement]
  );
}
