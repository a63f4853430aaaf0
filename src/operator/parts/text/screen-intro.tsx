import type { ReactNode } from 'react';
import styled from 'styled-components';

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.75rem ${({ theme }) => theme.space.l};
  margin-block-end: ${({ theme }) => theme.space.l};
  > p {
    flex: 1 1 24rem;
    max-width: ${({ theme }) => theme.width.text};
    color: ${({ theme }) => theme.color.inkSoft};
  }
`;

/** The introduction below a screen's title, with the screen's actions beside it. */
export function ScreenIntro({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <Row>
      <p>{children}</p>
      {actions}
    </Row>
  );
}
