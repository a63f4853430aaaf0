import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../ui/toast-store.ts';
import { errorWords } from '../parts/error-words.ts';
import { request } from '../request.ts';

/** An action on a lead or a delivery. */
export interface LeadAction {
  verb: 'retry' | 'cancel' | 'release' | 'resolve';
  /** The delivery to retry or cancel. */
  delivery?: string;
  /** The toast shown on success. */
  done: { title: string; text: string };
  /** The title of the toast shown on failure. */
  failed: string;
}

/** Returns a mutation that performs an action, shows the result as a toast, and refetches the lead and the list. */
export function useLeadAction(id = '') {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: ({ verb, delivery }: LeadAction) =>
      request(
        delivery === undefined
          ? `/api/admin/leads/${encodeURIComponent(id)}/${verb}`
          : `/api/admin/deliveries/${encodeURIComponent(delivery)}/${verb}`,
        { method: 'POST' },
      ),
    onSuccess: (_answer, { done }) => showToast({ kind: 'success', ...done }),
    onError: (error, { failed }) => showToast({ kind: 'error', title: failed, text: errorWords(error) }),
    // Also refetch after a failure, which usually means that the lead has changed in the meantime.
    onSettled: () =>
      Promise.all([
        answers.invalidateQueries({ queryKey: ['lead', id] }),
        answers.invalidateQueries({ queryKey: ['leads'] }),
        answers.invalidateQueries({ queryKey: ['today'] }),
      ]),
  });
}
