import { useMutation } from '@tanstack/react-query';
import styled from 'styled-components';
import type { Editing, EditLock } from '../../contracts/operators/page-lock.ts';
import { errorWords } from '../parts/states/error-words.ts';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { StatusLine } from '../parts/states/status-line.tsx';
import { WorkingAs } from './working-as.tsx';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.25rem 1rem;
  padding: 0.25rem 1rem;
  border-block-end: 1px solid ${({ theme }) => theme.color.line};
  background: ${({ theme }) => theme.color.surface};
  > [role='status']:empty {
    display: none;
  }
  > [role='status'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 0.75rem;
  }
`;

interface Props {
  editing: Editing;
  lock: EditLock | null;
  onTakeOver: () => Promise<void>;
}

/** Shows above the canvas which account the person works with, and who else is editing the page. */
export function EditingBar({ editing, lock, onTakeOver }: Props) {
  const taking = useMutation({ mutationFn: onTakeOver });
  if (editing.name === null) return null;
  return (
    <Bar>
      <WorkingAs editing={editing} />
      <div role="status">
        {lock && (
          <>
            <StatusLine state="warn">{lock.by} is editing this page in WordPress.</StatusLine>
            <SmallButton $look="outline" disabled={taking.isPending} onClick={() => taking.mutate()}>
              Take over
            </SmallButton>
          </>
        )}
      </div>
      {taking.error && <p role="alert">{errorWords(taking.error)}</p>}
    </Bar>
  );
}
