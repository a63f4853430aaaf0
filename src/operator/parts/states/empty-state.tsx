import type { ReactNode } from 'react';
import styled from 'styled-components';

const Box = styled.div`
  padding: ${({ theme }) => theme.space.l} ${({ theme }) => theme.space.m};
  border: 1px dashed ${({ theme }) => theme.color.line};
  border-radius: ${({ theme }) => theme.radius.m};
  color: ${({ theme }) => theme.color.inkSoft};
  text-align: center;
  strong {
    display: block;
    margin-block-end: 0.25rem;
    color: ${({ theme }) => theme.color.ink};
    font-family: ${({ theme }) => theme.font.display};
    font-size: ${({ theme }) => theme.type.h4};
    font-weight: 560;
  }
`;

/** A placeholder where there is nothing to show. Its text explains why, or what to do. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Box>
      <strong>{title}</strong>
      {children}
    </Box>
  );
}
