import { useMutation, useQueryClient } from '@tanstack/react-query';
import { leadCalls } from '../../contracts/operators/lead-calls.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { apiQueryKey } from '../call-api.ts';
import { errorMessage } from '../parts/states/error-message.ts';

/** A change to a lead, to a delivery, or to an operator's notes and reminder for a lead. */
interface LeadChange {
  send: () => Promise<unknown>;
  /** The toast shown on success. If absent, none is shown. */
  done?: { title: string; text: string };
  /** The title of the toast shown on failure. */
  failed: string;
}

/**
 * Returns a mutation that changes a lead, shows the result as a toast, and refetches the lead, the lists of leads and
 * the counts. `id` is the id of the lead; absent for a delivery without a lead.
 */
export function useLeadMutation(id = '') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ send }: LeadChange) => send(),
    onSuccess: (_answer, { done }) => done && showToast({ kind: 'success', ...done }),
    onError: (error, { failed }) => showToast({ kind: 'error', title: failed, text: errorMessage(error) }),
    // Also refetch after a failure, which usually means that the lead has changed in the meantime.
    onSettled: () =>
      Promise.all(
        [
          apiQueryKey(leadCalls.read, { id }),
          apiQueryKey(leadCalls.list),
          apiQueryKey(leadCalls.counts),
          apiQueryKey(leadCalls.today),
        ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  });
}
