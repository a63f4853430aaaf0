import { useId, type Ref } from 'react';
import styled from 'styled-components';
import { Sign, type SignKind } from '../ui/sign.tsx';
import type { FormNotice as Notice } from './form-state.ts';

const Box = styled.div<{ $kind: SignKind }>`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: 0.15rem 0.75rem;
  padding: 0.875rem 1rem;
  border: 2px solid ${({ theme, $kind }) => ($kind === 'error' ? theme.color.accentStrong : theme.color.ink)};
  border-inline-start-width: 6px;
  border-radius: ${({ theme }) => theme.radius.s};
  background: ${({ theme }) => theme.color.paper};
  line-height: 1.45;
  svg {
    grid-row: span 2;
    margin-block-start: 0.1rem;
    color: ${({ theme, $kind }) => ($kind === 'error' ? theme.color.accentStrong : theme.color.ink)};
  }
  strong {
    font-weight: 650;
  }
`;

interface Props {
  notice: Notice;
  /** A toast says it aloud already. */
  quiet?: boolean;
  ref?: Ref<HTMLDivElement>;
}

/** What happened, in the page: it stays when the toast that says the same is gone, and is there without script. */
export function FormNotice({ notice, quiet, ref }: Props) {
  const id = useId();
  return (
    <Box
      ref={ref}
      role={quiet ? 'group' : notice.kind === 'error' ? 'alert' : 'status'}
      aria-labelledby={id}
      tabIndex={-1}
      $kind={notice.kind}
    >
      <Sign kind={notice.kind} />
      <strong id={id}>{notice.title}</strong>
      <p>{notice.text}</p>
    </Box>
  );
}
