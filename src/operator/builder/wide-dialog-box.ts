import styled from 'styled-components';
import { DialogBox } from '../parts/confirm-dialog.tsx';

/** A wide modal dialog of the page builder, with a header. */
export const WideDialogBox = styled(DialogBox)`
  width: min(52rem, calc(100vw - 1rem));
  max-width: none;
  max-height: calc(100dvh - 1rem);
  padding: clamp(1rem, 4vw, 1.75rem);
  header {
    display: flex;
    gap: 1rem;
    align-items: center;
    justify-content: space-between;
  }
  h2 {
    overflow-wrap: anywhere;
  }
  > * + * {
    margin-block-start: 1rem;
  }
`;
