import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../ui/toast-store.ts';
import { errorWords } from '../parts/error-words.ts';
import { request } from '../request.ts';

/** What can be done to a lead. */
export interface LeadAction {
  verb: 'retry' | 'cancel' | 'release' | 'resolve' | 'reopen';
  /** For a delivery of it. */
  delivery?: string;
  /** Said when it is done. */
  done: { title: string; text: string };
  /** Said when it is not. */
  failed: string;
}

/** Does something to a lead, says how it went, and shows how the lead stands then. */
export function useLeadAction(id: string) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: ({ verb, delivery }: LeadAction) =>
      request(`/api/admin/leads/${encodeURIComponent(id)}/${verb}`, {
        method: 'POST',
        ...(delivery === undefined ? {} : { body: { delivery } }),
      }),
    onSuccess: (_answer, { done }) => showToast({ kind: 'success', ...done }),
    onError: (error, { failed }) => showToast({ kind: 'error', title: failed, text: errorWords(error) }),
    // Where it failed, something has changed meanwhile.
    onSettled: () =>
      Promise.all([
        answers.invalidateQueries({ queryKey: ['lead', id] }),
        answers.invalidateQueries({ queryKey: ['leads'] }),
      ]),
  });
}
