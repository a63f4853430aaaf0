import type { ReactNode } from 'react';
import styled from 'styled-components';
import { statusColors, type StatusKind } from '../../../contracts/brand.ts';

const Line = styled.span<{ $state: StatusKind }>`
  display: inline-flex;
  align-items: baseline;
  gap: 0.45rem;
  color: ${({ $state }) => statusColors[$state]};
  font-weight: 620;
  line-height: 1.35;
  svg {
    flex: none;
    align-self: center;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
`;

const shapes: Readonly<Record<StatusKind, string>> = {
  ok: 'M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0ZM7.5 12.5l3 3 6-7',
  warn: 'M12 3 1.8 20.5h20.4L12 3Zm0 6.5v5m0 3v.01',
  fail: 'M8 2h8l6 6v8l-6 6H8l-6-6V8l6-6Zm1 7 6 6m0-6-6 6',
};

const Plain = styled.span`
  color: ${({ theme }) => theme.color.inkSoft};
  font-weight: 560;
`;

const labels: Readonly<Record<StatusKind, string>> = { ok: 'OK', warn: 'Look at this', fail: 'Failing' };

interface Props {
  /** Null for a neutral state, which is shown as plain text. */
  state: StatusKind | null;
  /** A description of the state. By default, a general one, such as “OK”; a neutral state has no default. */
  children?: ReactNode;
}

/** Shows a state with an icon, a color and a text. */
export function StatusLine({ state, children }: Props) {
  if (state === null) return <Plain>{children}</Plain>;
  return (
    <Line $state={state}>
      <svg viewBox="0 0 24 24" width={18} height={18} aria-hidden="true" focusable="false">
        <path d={shapes[state]} />
      </svg>
      <span>{children ?? labels[state]}</span>
    </Line>
  );
}
