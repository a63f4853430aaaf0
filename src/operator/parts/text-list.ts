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

/** Steps in their order. */
export const Steps = styled.ol`
  ${list}
`;

/** Points in no order. */
export const Points = styled.ul`
  ${list}
`;
