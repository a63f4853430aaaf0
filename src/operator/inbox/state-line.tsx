import styled from 'styled-components';
import { StatusLine } from '../parts/states/status-line.tsx';
import type { StatusKind } from '../parts/states/status-colors.ts';

const Plain = styled.span`
  color: ${({ theme }) => theme.color.inkSoft};
  font-weight: 560;
`;

/** A state in words, with a status icon if `state` is set. */
export function StateLine({ words, state }: { words: string; state: StatusKind | null }) {
  return state === null ? <Plain>{words}</Plain> : <StatusLine state={state}>{words}</StatusLine>;
}
