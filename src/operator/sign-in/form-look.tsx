import type { ReactNode } from 'react';
import styled from 'styled-components';
import { StatusLine } from '../parts/status-line.tsx';

/** The fields of an account's form below each other, as wide as one can read. */
export const AccountForm = styled.form.attrs({ noValidate: true, method: 'post' })`
  display: grid;
  gap: ${({ theme }) => theme.space.m};
  max-width: 28rem;
  > [hidden] {
    display: none;
  }
  /* What is read out when it comes stays in the page, and takes no room while it says nothing. */
  > :is([role='alert'], [role='status']):empty {
    position: absolute;
  }
`;

/** A screen that is one form: no wider than it needs. */
export const OneForm = styled.div`
  max-width: 34rem;
  margin-block-start: ${({ theme }) => theme.space.m};
`;

/** What is wrong with the whole form; read out when it comes. */
export function FormFault({ children }: { children: ReactNode }) {
  return <div role="alert">{children && <StatusLine state="fail">{children}</StatusLine>}</div>;
}

/** A field's text, as the form holds it. */
export function typedIn(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}
