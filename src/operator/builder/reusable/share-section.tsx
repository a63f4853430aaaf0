import { useGetPuck } from '@puckeditor/core';
import { useState } from 'react';
import { SHARED_SECTION } from '../../../contracts/layout.ts';
import { SmallButton } from '../../parts/controls/small-button.tsx';
import { useBuilderPage, useCanvasState } from '../editor-context.ts';
import { OutsideOfForm } from '../dialogs/outside-of-form.tsx';
import { ShareDialog } from './share-dialog.tsx';

/** Blocks that show the page's own title and text, so they mean something else on another page. */
const OWN_CONTENT = new Set(['page-content', 'content-viewer']);

/** Whether a section can be moved to a place of its own, from which pages show it. */
export function isShareable(type: string): boolean {
  return type !== SHARED_SECTION && !OWN_CONTENT.has(type);
}

/** A button that shares the section at a place of the page. */
export function ShareSection({ index }: { index: number }) {
  const { page } = useBuilderPage();
  const { blocks } = useCanvasState();
  const getPuck = useGetPuck();
  const [suggested, setSuggested] = useState<string | null>(null);
  const item = getPuck().appState.data.content[index];
  if (page.kind === 'section' || !item || !isShareable(item.type)) return null;
  return (
    <>
      <SmallButton
        $look="outline"
        onClick={() => {
          const title: unknown = item.props['title'];
          setSuggested(
            typeof title === 'string' && title !== '' ? title : (blocks.get(item.type)?.title ?? ''),
          );
        }}
      >
        Share
      </SmallButton>
      {suggested !== null && (
        <OutsideOfForm>
          <ShareDialog
            kind="section"
            indexes={[index]}
            suggested={suggested}
            onClose={() => setSuggested(null)}
          />
        </OutsideOfForm>
      )}
    </>
  );
}
