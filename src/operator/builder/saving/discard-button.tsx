import { useState } from 'react';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { SmallButton } from '../../parts/controls/small-button.tsx';

/** Discards the unsaved changes of a page. Asks first, and says that they can be brought back. */
export function DiscardButton({ onDiscard }: { onDiscard: () => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <SmallButton $look="outline" onClick={() => setAsking(true)}>
        Discard changes
      </SmallButton>
      <ConfirmDialog
        open={isAsking}
        title="Discard your changes?"
        confirmLabel="Discard changes"
        onConfirm={() => {
          setAsking(false);
          onDiscard();
        }}
        onCancel={() => setAsking(false)}
      >
        <p>
          The page is shown as it is stored. Your changes stay in this browser until you discard others, and
          you can bring them back above the page.
        </p>
      </ConfirmDialog>
    </>
  );
}
