import styled from 'styled-components';
import { OperatorIcon } from '../../parts/controls/operator-icon.tsx';

/** A second line of the row's header. Puck's own buttons leave no space in the first one. */
const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  grid-column: 1 / -1;
  gap: 0.25rem;
  margin-inline-start: -0.35rem;
  padding-block-start: 0.35rem;
  [class*='ArrayFieldItem-summary']:has(> &) {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
  }
  button {
    display: flex;
    gap: 0.25rem;
    align-items: center;
    min-height: 1.75rem;
    padding: 0 0.35rem;
    border: 0;
    border-radius: ${({ theme }) => theme.radius.s};
    background: none;
    color: ${({ theme }) => theme.color.ink};
    font: inherit;
    font-size: 0.8125rem;
    font-weight: 400;
    white-space: nowrap;
    cursor: pointer;
  }
  button:hover {
    background: ${({ theme }) => theme.color.sand};
  }
  button[aria-disabled='true'] {
    background: none;
    opacity: 0.4;
    cursor: not-allowed;
  }
`;

interface Props {
  isFirst: boolean;
  isLast: boolean;
  onMove: (step: -1 | 1, button: HTMLElement) => void;
}

/**
 * Buttons that move the open row of a list, as an alternative to dragging. At the ends of the list, they do nothing
 * but keep the focus, like `SmallButton`.
 */
export function RowMoveButtons({ isFirst, isLast, onMove }: Props) {
  return (
    <Bar role="toolbar" aria-label="This row">
      <button
        type="button"
        aria-disabled={isFirst || undefined}
        onClick={({ currentTarget }) => !isFirst && onMove(-1, currentTarget)}
      >
        <OperatorIcon name="up" size={16} /> Move up
      </button>
      <button
        type="button"
        aria-disabled={isLast || undefined}
        onClick={({ currentTarget }) => !isLast && onMove(1, currentTarget)}
      >
        <OperatorIcon name="down" size={16} /> Move down
      </button>
    </Bar>
  );
}
