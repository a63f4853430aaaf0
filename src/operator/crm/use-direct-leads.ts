import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { crmCalls } from '../../contracts/operators/crm-calls.ts';
import { reasonWords } from '../parts/states/error-words.ts';
import { callApi } from '../call-api.ts';
import { invalidateCrmQueries } from './crm-queries.ts';
import { leadTargetWords } from '../../contracts/leads/lead-target-words.ts';

/** Returns a mutation that sends leads to another connected location. */
export function useDirectLeads(done: () => void) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: (locationId: string) => callApi(crmCalls.directLeads, { locationId }),
    onSuccess: ({ leadsTo }) =>
      showToast({ kind: 'success', title: 'Leads Redirected', text: leadTargetWords(leadsTo, Date.now()) }),
    onError: (error) =>
      showToast({ kind: 'error', title: 'Failed to send leads there', text: reasonWords(error) }),
    onSettled: () => {
      invalidateCrmQueries(answers);
      done();
    },
  });
}
