import type { SharedSectionUse } from '../../../contracts/operators/page-builder.ts';
import { builderPath } from '../builder-paths.ts';
import { pageCountText } from './page-count-text.ts';

/** A sentence that names the public pages that show a shared section, with links to them in the builder. */
export function UsedOnPages({ uses }: { uses: readonly SharedSectionUse[] }) {
  if (uses.length === 0) return <>No public page shows it yet.</>;
  return (
    <>
      Used on {pageCountText(uses.length)}:{' '}
      {uses.map(({ at, title }, index) => (
        <span key={at}>
          {index > 0 && ', '}
          <a href={builderPath(at)} target="_blank" rel="noopener">
            {title}
          </a>
        </span>
      ))}
      .
    </>
  );
}
