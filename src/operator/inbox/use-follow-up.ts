import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../ui/toast-store.ts';
import { errorWords } from '../parts/error-words.ts';
import { request } from '../request.ts';

/** A change to the agent's work on a lead. */
interface FollowUpChange {
  /** The route below the lead: `stage`, `reminder`, `notes` … */
  path: string;
  body?: unknown;
  /** The toast shown on success. */
  done?: { title: string; text: string };
  /** The title of the toast shown on failure. */
  failed: string;
}

/** Returns a mutation that changes a lead's stage, reminder or notes, and refetches everything that shows them. */
export function useFollowUp(id: string) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: ({ path, body }: FollowUpChange) =>
      request(`/api/admin/leads/${encodeURIComponent(id)}/${path}`, { method: 'POST', body }),
    onSuccess: (_answer, { done }) => done && showToast({ kind: 'success', ...done }),
    onError: (error, { failed }) => showToast({ kind: 'error', title: failed, text: errorWords(error) }),
    onSettled: () =>
      Promise.all(
        [['lead', id], ['leads'], ['today']].map((queryKey) => answers.invalidateQueries({ queryKey })),
      ),
  });
}
