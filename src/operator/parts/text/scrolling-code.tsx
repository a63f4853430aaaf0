import styled from 'styled-components';

const Pre = styled.pre`
  overflow: auto;
  max-height: 32rem;
  margin: 0;
  padding: 1rem;
  border: 1px solid ${({ theme }) => theme.color.line};
  border-radius: ${({ theme }) => theme.radius.s};
  background: ${({ theme }) => theme.color.paper};
  font-size: 0.875rem;
  line-height: 1.55;
  tab-size: 2;
`;

/** Code that scrolls within its own box if it is too wide or too tall. `what` describes it to screen readers. */
export function ScrollingCode({ code, what }: { code: string; what: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard
    <Pre tabIndex={0} role="region" aria-label={what}>
      <code>{code}</code>
    </Pre>
  );
}
