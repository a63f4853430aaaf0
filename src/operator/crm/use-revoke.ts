import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../ui/toast-store.ts';
import type { LeadsDirected } from '../../contracts/operator-api.ts';
import { reasonWords } from '../parts/error-words.ts';
import { request } from '../request.ts';
import { invalidateCrmQueries } from './crm-queries.ts';
import { leadTargetWords } from '../../contracts/lead-target-words.ts';

/** Returns a mutation that revokes a location's authorization. `failure` is the title of the message if that fails. */
export function useRevoke(failure: string, done: () => void) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: (locationId: string) =>
      request<LeadsDirected>('/api/oauth/revoke', { method: 'POST', body: { locationId } }),
    onSuccess: ({ leadsTo }) =>
      showToast({
        kind: 'success',
        title: 'Access Revoked',
        text: `The location is no longer connected. ${leadTargetWords(leadsTo, Date.now())}`,
      }),
    onError: (error) => showToast({ kind: 'error', title: failure, text: reasonWords(error) }),
    onSettled: () => {
      invalidateCrmQueries(answers);
      done();
    },
  });
}
