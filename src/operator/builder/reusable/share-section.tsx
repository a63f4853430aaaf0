import { useGetPuck } from '@puckeditor/core';
import { useState } from 'react';
import { StyleSheetManager } from 'styled-components';
import { SHARED_SECTION_BLOCK_ID } from '../../../contracts/layout.ts';
import type { ReusableEntryKind } from '../../../contracts/operators/reusable-entry-calls.ts';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { sectionHeadingOf } from '../sections/section-order.ts';
import { useOpenedPageData, useCanvasState } from '../editor-context.ts';
import { CreateReusableEntryDialog } from './create-reusable-entry-dialog.tsx';

/** Blocks that show the page's own title and text, so they would show something else on another page. */
const OWN_CONTENT = new Set(['page-content', 'content-viewer']);

interface Asked {
  kind: ReusableEntryKind;
  indexes: readonly number[];
  suggested: string;
}

/**
 * A button that stores these sections as a template and, for a single section that can be shared, a button that makes
 * it a shared section. Renders nothing on the page of a shared section.
 */
export function CreateReusableEntryButtons({ ids }: { ids: ReadonlySet<string> }) {
  const { page } = useOpenedPageData();
  const { blocks, placements, keyOf } = useCanvasState();
  const getPuck = useGetPuck();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { content } = getPuck().appState.data;
  const items = content.filter(({ props }) => ids.has(props.id));
  const [first, ...others] = items;
  if (page.kind === 'section' || !first) return null;
  const canShare =
    others.length === 0 && first.type !== SHARED_SECTION_BLOCK_ID && !OWN_CONTENT.has(first.type);
  const ask = (kind: ReusableEntryKind) => {
    const block = blocks.get(first.type);
    const heading = sectionHeadingOf(first, block, placements.get(keyOf(first.props.id, first.type)));
    setAsked({
      kind,
      indexes: content.flatMap(({ props }, index) => (ids.has(props.id) ? [index] : [])),
      suggested: heading ?? block?.title ?? '',
    });
  };
  return (
    <>
      {canShare && (
        <IconButton icon="share" label="Share with other pages" tip="start" onClick={() => ask('section')} />
      )}
      <IconButton icon="template" label="Save as a template" tip="start" onClick={() => ask('template')} />
      {asked && (
        // Styled-components adds styles to the canvas frame here, but the dialog is outside of the frame.
        <StyleSheetManager target={document.head}>
          <CreateReusableEntryDialog {...asked} onClose={() => setAsked(null)} />
        </StyleSheetManager>
      )}
    </>
  );
}
