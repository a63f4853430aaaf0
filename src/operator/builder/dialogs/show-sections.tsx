import { useGetPuck } from '@puckeditor/core';
import { useState } from 'react';
import type { EditablePage } from '../../../contracts/operators/page-builder.ts';
import { SmallButton } from '../../parts/controls/small-button.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { useOpenedPageData } from '../editor-context.ts';
import { useReplacePage } from '../sections/use-replace-page.ts';
import { withBuiltInSections } from '../saving/page-data.ts';

/**
 * A button for a page that shows only its own text. It adds the built-in sections for the page's path before the
 * text. Nothing is stored until the page is saved, and undo removes the sections.
 */
export function ShowAsSectionsButton({ page }: { page: EditablePage }) {
  const opened = useOpenedPageData();
  const getPuck = useGetPuck();
  const replacePage = useReplacePage();
  const [isAsking, setAsking] = useState(false);
  const blocks = new Map(opened.blocks.map((block) => [block.id, block]));
  const titles = (page.sections ?? []).map(({ block }) => blocks.get(block)?.title ?? block);
  return (
    <>
      <SmallButton $look="outline" onClick={() => setAsking(true)}>
        Show it as sections
      </SmallButton>
      <ConfirmDialog
        open={isAsking}
        title="Show this page as sections?"
        confirmLabel="Show it as sections"
        onConfirm={() => {
          setAsking(false);
          replacePage(withBuiltInSections(getPuck().appState.data, page, blocks));
        }}
        onCancel={() => setAsking(false)}
      >
        <p>
          Visitors see only the text of this page now. Then they see the built-in sections of this address,
          and the text as the last section: {[...titles, 'Page content'].join(', ')}.
        </p>
        <p>
          Visitors see nothing of it until you publish. Undo takes it back; after that, remove the sections,
          or restore an earlier version.
        </p>
      </ConfirmDialog>
    </>
  );
}
