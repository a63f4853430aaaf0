import { useId, type ReactNode } from 'react';
import styled from 'styled-components';

const Box = styled.section`
  min-width: 0;
  padding: clamp(1.125rem, 0.8rem + 1.4vw, 1.75rem);
  border: 1px solid ${({ theme }) => theme.color.line};
  border-radius: ${({ theme }) => theme.radius.m};
  background: ${({ theme }) => theme.color.surface};
  > * + * {
    margin-block-start: ${({ theme }) => theme.space.m};
  }
`;

const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.5rem ${({ theme }) => theme.space.m};
  h2,
  h3 {
    font-size: ${({ theme }) => theme.type.h4};
  }
`;

interface Props {
  title: string;
  /** Buttons and links beside the title. */
  actions?: ReactNode;
  level?: 2 | 3;
  children: ReactNode;
}

/** A titled section of a screen. */
export function Panel({ title, actions, level = 2, children }: Props) {
  const id = useId();
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <Box aria-labelledby={id}>
      <Head>
        <Title id={id}>{title}</Title>
        {actions}
      </Head>
      {children}
    </Box>
  );
}

/**
 * Stacks panels, or places them side by side if each has at least 22 rem. With `$columns="one"`, they are always
 * stacked.
 */
export const PanelGrid = styled.div<{ $columns?: 'auto' | 'one' }>`
  display: grid;
  grid-template-columns: ${({ $columns }) =>
    $columns === 'one' ? 'minmax(0, 1fr)' : 'repeat(auto-fit, minmax(min(100%, 22rem), 1fr))'};
  gap: ${({ theme }) => theme.space.m};
  & + & {
    margin-block-start: ${({ theme }) => theme.space.m};
  }
`;
