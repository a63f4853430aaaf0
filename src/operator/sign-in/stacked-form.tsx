import type { ReactNode } from 'react';
import styled from 'styled-components';
import { StatusLine } from '../parts/states/status-line.tsx';

/** A form with stacked fields, limited to a readable width. */
export const StackedForm = styled.form.attrs({ noValidate: true, method: 'post' })`
  display: grid;
  gap: ${({ theme }) => theme.space.m};
  max-width: 28rem;
  > [hidden] {
    display: none;
  }
  /* Live regions must stay rendered while they are empty, but must take no space. */
  > :is([role='alert'], [role='status']):empty {
    position: absolute;
  }
`;

/** The layout of a screen that consists of a single form. */
export const SingleFormLayout = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${({ theme }) => theme.space.m};
  max-width: 34rem;
  margin-block-start: ${({ theme }) => theme.space.m};
`;

/** An error message about the whole form. Screen readers announce it when it appears. */
export function FormFault({ children }: { children: ReactNode }) {
  return <div role="alert">{children && <StatusLine state="fail">{children}</StatusLine>}</div>;
}

/** Returns the current text of a form field, or an empty string if there is no such field. */
export function formFieldText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}
