import { useMutation, useQueryClient } from '@tanstack/react-query';
import styled from 'styled-components';
import { leadCalls } from '../../contracts/operators/lead-calls.ts';
import type { LeadListRow } from '../../contracts/operators/operator-leads.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { errorMessage } from '../parts/states/error-message.ts';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { apiQueryKey, callApi } from '../call-api.ts';

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem 1rem;
`;

interface Props {
  rows: readonly LeadListRow[];
  chosen: ReadonlySet<string>;
  onChoose: (ids: ReadonlySet<string>) => void;
}

/** Buttons that select all held-back leads of the list and release the selected ones. */
export function BulkReleaseButtons({ rows, chosen, onChoose }: Props) {
  const queryClient = useQueryClient();
  const ids = rows.flatMap(({ id }) => (chosen.has(id) ? [id] : []));
  const isAll = rows.length > 0 && ids.length === rows.length;
  const release = useMutation({
    mutationFn: () => callApi(leadCalls.releaseMany, { ids }),
    onSuccess({ released, skipped }) {
      onChoose(new Set());
      const text = `${counted(released)} released: the deliveries go out now.`;
      const rest = skipped > 0 ? ` ${counted(skipped)} not held back any more.` : '';
      showToast({ kind: 'success', title: 'Released', text: text + rest });
    },
    onError: (error) => showToast({ kind: 'error', title: 'Failed to release', text: errorMessage(error) }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: apiQueryKey(leadCalls.list) }),
        queryClient.invalidateQueries({ queryKey: apiQueryKey(leadCalls.counts) }),
        queryClient.invalidateQueries({ queryKey: apiQueryKey(leadCalls.read) }),
      ]),
  });
  return (
    <Row>
      <SmallButton
        $look="outline"
        onClick={() => onChoose(isAll ? new Set() : new Set(rows.map(({ id }) => id)))}
      >
        {isAll ? 'Choose none' : 'Choose all'}
      </SmallButton>
      <SmallButton disabled={ids.length === 0 || release.isPending} onClick={() => release.mutate()}>
        Release the chosen ({ids.length})
      </SmallButton>
    </Row>
  );
}

function counted(count: number): string {
  return `${count} ${count === 1 ? 'lead is' : 'leads are'}`;
}
