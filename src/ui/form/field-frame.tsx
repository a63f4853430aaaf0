import type { ReactNode } from 'react';
import styled from 'styled-components';
import { StatusIcon } from '../feedback/status-icon.tsx';

/** A field's label or legend. */
export const FieldLabel = styled.label`
  font-weight: 620;
  line-height: 1.35;
`;

/** A field with its label, control and messages. */
export const FieldFrame = styled.div`
  min-width: 0;
`;

export const LabelAbove = styled(FieldLabel)`
  display: block;
  margin-block-end: 0.35rem;
`;

const Optional = styled.span`
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
  font-weight: 400;
`;

/** The text "(optional)" after a field's label, or another text in parentheses. */
export function LabelNote({ children = 'optional' }: { children?: ReactNode }) {
  return <Optional> ({children})</Optional>;
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

/** The messages below a control: the error, then the hint. Screen readers announce the error when it appears. */
export function FieldMessages({ id, error, hint }: Props): ReactNode {
  return (
    <>
      <div aria-live="polite">
        {error && (
          <Fault id={`${id}-error`}>
            <StatusIcon kind="error" size={20} />
            {error}
          </Fault>
        )}
      </div>
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
    </>
  );
}
