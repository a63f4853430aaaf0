import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { ButtonRow } from '../../ui/form/button.tsx';
import { DialogBox } from '../parts/dialogs/confirm-dialog.tsx';
import { SmallButton, SmallButtonAnchor } from '../parts/controls/small-button.tsx';
import { onSessionExpired } from '../request.ts';
import { SESSION_QUERY_KEY, useSession } from '../use-session.ts';
import { SignInForm } from './sign-in-form.tsx';

/**
 * A dialog to sign in again, shown over the screen where the session ended. Input on the screen is kept, and the failed
 * request is repeated. If the operator declines, the dialog appears again on the next change or on another screen.
 */
export function SignInAgainDialog() {
  const { session } = useSession();
  const queryClient = useQueryClient();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [settle, setSettle] = useState<((signedIn: boolean) => void) | null>(null);
  const email = session?.operator.email;
  useEffect(() => {
    // Before the session has been fetched, the email address of the operator is unknown.
    if (email === undefined) return undefined;
    let asking: Promise<boolean> | null = null;
    return onSessionExpired(() => {
      asking ??= new Promise<boolean>((resolve) => setSettle(() => resolve)).finally(() => {
        asking = null;
      });
      return asking;
    });
  }, [email]);
  useEffect(() => {
    if (settle) dialog.current?.showModal();
    else dialog.current?.close();
  }, [settle]);
  const end = (signedIn: boolean) => {
    settle?.(signedIn);
    setSettle(null);
    if (signedIn) void queryClient.invalidateQueries({ queryKey: SESSION_QUERY_KEY });
  };
  return (
    <DialogBox
      ref={dialog}
      aria-labelledby={`${id}-title`}
      onCancel={(event) => {
        event.preventDefault();
        end(false);
      }}
    >
      {settle && email !== undefined && (
        <>
          <h2 id={`${id}-title`}>Your session is over</h2>
          <p>Sign in again to go on. What you typed is still here.</p>
          {session?.operator.role === 'editor' ? (
            <EditorAgain onDone={end} />
          ) : (
            <SignInForm email={email} onDone={() => end(true)} onCancel={() => end(false)} />
          )}
        </>
      )}
    </DialogBox>
  );
}

/** Asks an editor to sign in with WordPress in another tab, so that this tab keeps its state. */
function EditorAgain({ onDone }: { onDone: (signedIn: boolean) => void }) {
  return (
    <>
      <p>Sign in with WordPress in the new tab, then come back here.</p>
      <ButtonRow>
        <SmallButtonAnchor href="/sign-in" target="_blank" rel="noopener">
          Sign in with WordPress
        </SmallButtonAnchor>
        <SmallButton $look="outline" onClick={() => onDone(true)}>
          I have signed in
        </SmallButton>
        <SmallButton $look="outline" onClick={() => onDone(false)}>
          Not now
        </SmallButton>
      </ButtonRow>
    </>
  );
}
