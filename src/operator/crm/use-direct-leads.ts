import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../ui/toast-store.ts';
import type { LeadsDirected } from '../api-shapes.ts';
import { reasonWords } from '../parts/error-words.ts';
import { request } from '../request.ts';
import { readCrmAnew } from './crm-queries.ts';
import { leadsWords } from './leads-words.ts';

/** Sends leads to another of the connected locations. */
export function useDirectLeads(done: () => void) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: (locationId: string) =>
      request<LeadsDirected>('/api/ghl/leads-location', { method: 'POST', body: { locationId } }),
    onSuccess: ({ leadsTo }) =>
      showToast({ kind: 'success', title: 'Leads Redirected', text: leadsWords(leadsTo, Date.now()) }),
    onError: (error) =>
      showToast({ kind: 'error', title: 'Failed to send leads there', text: reasonWords(error) }),
    onSettled: () => {
      readCrmAnew(answers);
      done();
    },
  });
}
