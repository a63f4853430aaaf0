import { useMutation } from '@tanstack/react-query';
import { accountCalls } from '../../contracts/operators/account-calls.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { errorMessage } from '../parts/states/error-message.ts';
import { callApi } from '../call-api.ts';
import { dropNoteDrafts } from '../inbox/note-drafts.ts';
import { RequestError } from '../request.ts';

/**
 * Returns a mutation that signs out in this browser or, if called with `true`, in every browser. It then deletes the
 * drafts of notes, and loads the sign-in page as a new document, so that no fetched data stays in memory. On failure,
 * it calls `onError` and shows a toast.
 */
export function useSignOut(onError?: () => void) {
  return useMutation({
    mutationFn: async (everywhere: boolean) => {
      if (everywhere) await callApi(accountCalls.signOutEverywhere, {});
      else await signOutHere();
    },
    onSuccess: () => {
      dropNoteDrafts();
      location.replace('/sign-in');
    },
    onError: (error) => {
      onError?.();
      showToast({ kind: 'error', title: 'Failed to sign out', text: errorMessage(error) });
    },
  });
}

async function signOutHere(): Promise<void> {
  try {
    await callApi(accountCalls.signOut, {}, { ending: true });
  } catch (error) {
    // A 401 means that the session had already ended, so there is nothing left to do.
    if (!(error instanceof RequestError && error.status === 401)) throw error;
  }
}
