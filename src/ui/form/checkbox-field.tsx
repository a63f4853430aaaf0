import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { ControlProps } from './control.ts';

const Line = styled.label`
  display: grid;
  grid-template-columns: 1.5rem 1fr;
  gap: 0.75rem;
  min-height: 1.5rem;
  font-size: ${({ theme }) => theme.type.small};
  line-height: 1.45;
  cursor: pointer;
  input {
    width: 1.5rem;
    height: 1.5rem;
    margin: 0;
    accent-color: ${({ theme }) => theme.color.accent};
    cursor: inherit;
  }
`;

interface Props extends ControlProps {
  id: string;
  label: ReactNode;
  defaultChecked?: boolean;
  /** Id of an element that supplements the label. */
  describedBy?: string;
  className?: string;
}

/** A checkbox with a label that may be several sentences long. It posts `on`. */
export function CheckboxField({ id, label, describedBy, className, ...control }: Props) {
  return (
    <Line htmlFor={id} className={className}>
      <input {...control} type="checkbox" id={id} aria-describedby={describedBy} />
      <span>{label}</span>
    </Line>
  );
}
