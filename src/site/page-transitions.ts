import { createGlobalStyle } from 'styled-components';

/** Lets the browser animate the change from one page to the next. The operators' screens do not include it. */
export const PageTransitions = createGlobalStyle`
  @media (prefers-reduced-motion: no-preference) {
    @view-transition { navigation: auto; }
    ::view-transition-group(*) { animation-duration: 0.2s; }
  }
`;
