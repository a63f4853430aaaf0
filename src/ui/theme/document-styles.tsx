import { createGlobalStyle } from 'styled-components';
import { GlobalStyle } from './global-style.ts';

/** Lets the browser animate the change from one page to the next. The operators' screens do not include it. */
const PageTransitions = createGlobalStyle`
  @media (prefers-reduced-motion: no-preference) {
    @view-transition { navigation: auto; }
    ::view-transition-group(*) { animation-duration: 0.2s; }
  }
`;

/** The styles of a visitor's document that belong to no component. */
export function DocumentStyles() {
  return (
    <>
      <GlobalStyle />
      <PageTransitions />
    </>
  );
}
