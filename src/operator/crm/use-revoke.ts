import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../ui/toast-store.ts';
import type { LeadsDirected } from '../api-shapes.ts';
import { reasonWords } from '../parts/error-words.ts';
import { request } from '../request.ts';
import { readCrmAnew } from './crm-queries.ts';
import { leadsWords } from './leads-words.ts';

/** Takes a location's authorization back. `failure` is the title of the message when that fails. */
export function useRevoke(failure: string, done: () => void) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: (locationId: string) =>
      request<LeadsDirected>('/api/oauth/revoke', { method: 'POST', body: { locationId } }),
    onSuccess: ({ leadsTo }) =>
      showToast({
        kind: 'success',
        title: 'Access Revoked',
        text: `The location is no longer connected. ${leadsWords(leadsTo, Date.now())}`,
      }),
    onError: (error) => showToast({ kind: 'error', title: failure, text: reasonWords(error) }),
    onSettled: () => {
      readCrmAnew(answers);
      done();
    },
  });
}
