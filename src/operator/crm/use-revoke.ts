import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../ui/toast-store.ts';
import { reasonWords } from '../parts/error-words.ts';
import { request } from '../request.ts';

/** Takes a location's authorization back. `failure` is the title of the message when that fails. */
export function useRevoke(failure: string, done: () => void) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: (locationId: string) =>
      request('/api/oauth/revoke', { method: 'POST', body: { locationId } }),
    onSuccess: () =>
      showToast({
        kind: 'success',
        title: 'Access Revoked',
        text: 'The location is no longer connected. New leads wait here until one is.',
      }),
    onError: (error) => showToast({ kind: 'error', title: failure, text: reasonWords(error) }),
    onSettled: () => {
      for (const key of ['oauth-status', 'ghl-status', 'ghl-locations']) {
        void answers.invalidateQueries({ queryKey: [key] });
      }
      done();
    },
  });
}
