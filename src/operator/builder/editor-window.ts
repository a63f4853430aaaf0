import styled from 'styled-components';

/** The window of the page editor: bars at the top, and Puck with corrections of its styles. */
export const EditorWindow = styled.div`
  display: grid;
  grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
  height: 100dvh;
  > :last-child {
    grid-row: 2;
    min-height: 0;
  }
  /* By default, Puck clips its header, which would cut off open menus. */
  [class*='PuckLayout-header'] {
    position: relative;
    z-index: 4;
    overflow: visible;
  }
  [class*='PuckLayout-inner'] {
    --puck-user-sidebar-left-width: 17rem;
  }
  /*
   * Puck only makes its spinner transparent. Without this rule, the invisible animation would use CPU time as long as
   * the page is open.
   */
  [class*='PuckCanvas--ready'] [class*='PuckCanvas-loader'] {
    display: none;
  }
  /*
   * Let the format buttons wrap. In a narrow panel, they would shrink below 24 px, the minimum target size of WCAG
   * 2.2.
   */
  [data-puck-rte-menu] {
    flex-wrap: wrap;
    row-gap: 2px;
  }
  [data-puck-rte-menu] button {
    flex: none;
  }
`;
