import styled, { keyframes } from 'styled-components';

const pass = keyframes`
  from { translate: -100% 0; }
  to { translate: 350% 0; }
`;

const Box = styled.div`
  display: grid;
  gap: 0.75rem;
  padding-block: ${({ theme }) => theme.space.m};
  color: ${({ theme }) => theme.color.inkSoft};
`;

const Track = styled.div`
  width: min(100%, 16rem);
  height: 4px;
  overflow: hidden;
  border-radius: 2px;
  background: ${({ theme }) => theme.color.line};
  &::after {
    content: '';
    display: block;
    width: 30%;
    height: 100%;
    background: ${({ theme }) => theme.color.accent};
    animation: ${pass} 1.2s ease-in-out infinite;
  }
`;

/** A loading indicator, which screen readers announce. */
export function LoadingState({ label = 'Loading…' }: { label?: string }) {
  return (
    <Box role="status">
      <span>{label}</span>
      <Track />
    </Box>
  );
}
