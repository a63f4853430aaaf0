import { useState } from 'react';
import { Button, ButtonRow } from '../../ui/form/button.tsx';
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { useSignOut } from './use-sign-out.ts';

/** Buttons to sign out, in this browser or in every browser. */
export function Sessions() {
  const [asking, setAsking] = useState(false);
  const signOut = useSignOut(() => setAsking(false));
  return (
    <Panel title="Sessions">
      <p>A session ends after 12 hours of rest, and after a week in any case.</p>
      <ButtonRow>
        <Button
          type="button"
          $look="outline"
          disabled={signOut.isPending}
          onClick={() => signOut.mutate(false)}
        >
          Sign out here
        </Button>
        <Button
          type="button"
          $look="outline"
          aria-haspopup="dialog"
          disabled={signOut.isPending}
          onClick={() => setAsking(true)}
        >
          Sign out everywhere
        </Button>
      </ButtonRow>
      <ConfirmDialog
        open={asking}
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
        busyLabel="Signing out…"
        busy={signOut.isPending}
        onConfirm={() => signOut.mutate(true)}
        onCancel={() => setAsking(false)}
      >
        <p>All your sessions end at once, in this browser too.</p>
      </ConfirmDialog>
    </Panel>
  );
}
