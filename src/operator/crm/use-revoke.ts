import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { crmCalls } from '../../contracts/operators/crm-calls.ts';
import { reasonWords } from '../parts/states/error-words.ts';
import { callApi } from '../call-api.ts';
import { invalidateCrmQueries } from './crm-queries.ts';
import { leadTargetWords } from '../../contracts/leads/lead-target-words.ts';

/** Returns a mutation that revokes a location's authorization. `failure` is the title of the message if that fails. */
export function useRevoke(failure: string, done: () => void) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: (locationId: string) => callApi(crmCalls.revoke, { locationId }),
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
