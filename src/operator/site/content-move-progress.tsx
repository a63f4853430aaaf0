import { useMutation } from '@tanstack/react-query';
import styled from 'styled-components';
import {
  isMovingContent,
  wordPressConnectionCalls as calls,
  type ContentMoveState,
} from '../../contracts/operators/wordpress-connection-calls.ts';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { callApi } from '../call-api.ts';
import { errorMessage } from '../parts/states/error-message.ts';
import { StatusLine } from '../parts/states/status-line.tsx';
import { FormFault } from '../sign-in/stacked-form.tsx';

const Bar = styled.progress`
  display: block;
  width: 100%;
  height: 0.75rem;
  accent-color: ${({ theme }) => theme.color.ink};
`;

const Notes = styled.ul`
  padding-inline-start: 1.2rem;
  list-style: disc;
  font-size: ${({ theme }) => theme.type.small};
  overflow-wrap: anywhere;
`;

/** Shows the progress of moving this site's content to WordPress, a Stop button, and what was not moved. */
export function ContentMoveProgress({ move }: { move: ContentMoveState }) {
  const { state, done, total, step, notes, fault } = move;
  const stop = useMutation({ mutationFn: () => callApi(calls.stopMove, {}) });
  const isRunning = isMovingContent({ move });
  return (
    <>
      {isRunning && (
        <Bar aria-label="Progress of the move" {...(state === 'writing' && { value: done, max: total })} />
      )}
      <p role="status">
        {state === 'reading' && 'Reading WordPress and the content of this site…'}
        {state === 'writing' && `Step ${Math.min(done + 1, total)} of ${total}: ${step ?? ''}`}
        {state === 'done' &&
          (total === 0
            ? 'WordPress had everything already.'
            : `Moved in ${total} steps. WordPress has the content.`)}
        {state === 'stopped' && `Stopped after ${done} of ${total} steps. Start it again to continue there.`}
      </p>
      {state === 'failed' && <FormFault>{fault}</FormFault>}
      {isRunning && (
        <div>
          <BusyButton
            type="button"
            $look="outline"
            busy={stop.isPending || stop.isSuccess}
            busyLabel="Stopping…"
            onClick={() => stop.mutate()}
          >
            Stop
          </BusyButton>
        </div>
      )}
      <FormFault>{stop.error ? errorMessage(stop.error) : null}</FormFault>
      {notes.length > 0 && (
        <>
          <StatusLine state="warn">Not moved, or left as it is in WordPress:</StatusLine>
          <Notes>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </Notes>
        </>
      )}
    </>
  );
}
