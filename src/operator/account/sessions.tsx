import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, ButtonRow } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { errorWords } from '../parts/error-words.ts';
import { Panel } from '../parts/panel.tsx';
import { request } from '../request.ts';

/** Signing out, here or in every browser. */
export function Sessions() {
  const [asking, setAsking] = useState(false);
  const signOut = useMutation({
    mutationFn: (everywhere: boolean) =>
      request(`/api/operators/sign-out${everywhere ? '-everywhere' : ''}`, { method: 'POST' }),
    // The whole document anew: nothing of what was read stays behind.
    onSuccess: () => location.replace('/sign-in'),
    onError: (error) => {
      setAsking(false);
      showToast({ kind: 'error', title: 'Failed to sign out', text: errorWords(error) });
    },
  });
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
