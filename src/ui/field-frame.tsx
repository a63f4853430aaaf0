import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Sign } from './sign.tsx';

/** A label's look, for labels and legends alike. */
export const FieldLabel = styled.label`
  font-weight: 620;
  line-height: 1.35;
`;

/** A field: its label, its control, and what is said about it. */
export const Field = styled.div`
  min-width: 0;
`;

/** The label above a control. */
export const LabelAbove = styled(FieldLabel)`
  display: block;
  margin-block-end: 0.35rem;
`;

const Optional = styled.span`
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
  font-weight: 400;
`;

/** Says in words that a field may stay empty. */
export function OptionalMark() {
  return <Optional> (optional)</Optional>;
}

const Hint = styled.p`
  margin-block-start: 0.35rem;
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
  line-height: 1.45;
`;

const Fault = styled.p`
  display: flex;
  gap: 0.45rem;
  margin-block-start: 0.4rem;
  color: ${({ theme }) => theme.color.accentStrong};
  font-size: 1rem;
  font-weight: 620;
  line-height: 1.4;
  svg {
    margin-block-start: 0.1rem;
  }
`;

interface Props {
  id: string;
  error?: string | undefined;
  hint?: string | undefined;
}

/** What stands under a control: what is wrong, then the hint. The error is read out when it comes. */
export function FieldMessages({ id, error, hint }: Props): ReactNode {
  return (
    <>
      <div aria-live="polite">
        {error && (
          <Fault id={`${id}-error`}>
            <Sign kind="error" size={20} />
            {error}
          </Fault>
        )}
      </div>
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
    </>
  );
}
