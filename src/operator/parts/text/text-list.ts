import styled, { css } from 'styled-components';

const list = css`
  display: grid;
  gap: 0.5rem;
  padding-inline-start: 1.3rem;
  line-height: 1.55;
  code {
    overflow-wrap: anywhere;
  }
`;

/** A numbered list of steps. Long code in it, such as a URL, wraps. */
export const NumberedList = styled.ol`
  ${list}
`;

/** A bulleted list of short points. Long code in it, such as a URL, wraps. */
export const BulletList = styled.ul`
  ${list}
`;
