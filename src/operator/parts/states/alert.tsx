import type { ReactNode } from 'react';
import styled from 'styled-components';
import { statusColors } from '../../../contracts/brand.ts';
import { StatusLine } from './status-line.tsx';

const Box = styled.div`
  display: grid;
  gap: 0.5rem;
  justify-items: start;
  margin-block-end: ${({ theme }) => theme.space.m};
  padding: ${({ theme }) => theme.space.m};
  border: 1px solid ${({ theme }) => theme.color.line};
  border-inline-start: 5px solid ${statusColors.fail};
  border-radius: ${({ theme }) => theme.radius.s};
  background: ${({ theme }) => theme.color.surface};
  overflow-wrap: anywhere;
`;

/** A message that the operator must act on. Screen readers announce it when it appears. */
export function Alert({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box role="alert">
      <StatusLine state="fail">{title}</StatusLine>
      {children}
    </Box>
  );
}
