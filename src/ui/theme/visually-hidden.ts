import styled, { css } from 'styled-components';

/** The styles of `VisuallyHidden`, for text that is hidden only in some cases, such as on small screens. */
export const visuallyHiddenStyles = css`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;

/** Text for screen readers only. */
export const VisuallyHidden = styled.span`
  ${visuallyHiddenStyles}
`;
