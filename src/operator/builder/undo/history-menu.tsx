import { createUsePuck, type Data } from '@puckeditor/core';
import { useEffect, useRef } from 'react';
import styled from 'styled-components';
import { useOperatorData } from '../../use-operator-data.ts';
import { Dropdown } from '../../parts/controls/dropdown.tsx';
import { describeUndoStep, formatUndoStepTime } from './describe-undo-step.ts';
import { useRestoreUndoStep } from './restore-undo-step.ts';
import { useCanvasState } from '../editor-context.ts';

const usePuckState = createUsePuck();

const List = styled.ol`
  display: grid;
  margin: 0;
  padding: 0;
  list-style: none;
  small {
    margin-inline-start: auto;
    color: ${({ theme }) => theme.color.inkSoft};
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  && button[aria-current] {
    font-weight: 620;
  }
  && button[data-undone] {
    color: ${({ theme }) => theme.color.inkSoft};
  }
`;

/** Lists the changes since the page was opened, newest first. A click restores the state after a change. */
export function HistoryMenu() {
  const histories = usePuckState(({ history }) => history.histories);
  // Puck does not record the time of a step, so record it here.
  const times = useRef(new WeakMap<object, number>());
  useEffect(() => {
    for (const step of histories) if (!times.current.has(step)) times.current.set(step, Date.now());
  }, [histories]);
  return (
    <Dropdown label="History" icon="history">
      {() => <Steps timeOf={(step) => times.current.get(step) ?? Date.now()} />}
    </Dropdown>
  );
}

interface Props {
  timeOf: (step: object) => number;
}

function Steps({ timeOf }: Props) {
  const { blocks } = useCanvasState();
  const { timeZone } = useOperatorData();
  const restore = useRestoreUndoStep();
  const histories = usePuckState(({ history }) => history.histories);
  const current = usePuckState(({ history }) => history.index);
  const steps = histories.map((step, index) => {
    const before = histories[index - 1];
    const words = before
      ? describeUndoStep(contentOf(before.state), contentOf(step.state), blocks)
      : 'Opened the page';
    return { step, index, words };
  });
  return (
    <List>
      {steps.toReversed().map(({ step, index, words }) => (
        <li key={step.id ?? index}>
          <button
            type="button"
            aria-current={index === current ? 'step' : undefined}
            data-undone={index > current ? '' : undefined}
            onClick={() => restore(index)}
          >
            {words}
            <small>{formatUndoStepTime(timeOf(step), timeZone)}</small>
          </button>
        </li>
      ))}
    </List>
  );
}

function contentOf(state: { data?: Data }): Data['content'] {
  return state.data?.content ?? [];
}
