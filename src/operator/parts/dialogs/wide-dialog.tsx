import { useEffect, useId, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styled from 'styled-components';
import { DialogBox } from './confirm-dialog.tsx';
import { SmallButton } from '../controls/small-button.tsx';
import { useModal } from './use-modal.ts';

const Box = styled(DialogBox)`
  width: min(52rem, calc(100vw - 1rem));
  max-width: none;
  max-height: calc(100dvh - 1rem);
  --padding: clamp(1rem, 4vw, 1.75rem);
  > header {
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

interface Props {
  title: string;
  children: ReactNode;
  onClose: () => void;
}

function FocusedTitle({ id, title }: { id: string; title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Runs after the dialog is shown. An element of a closed dialog cannot have the focus.
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} id={id} tabIndex={-1}>
      {title}
    </h2>
  );
}

/**
 * A wide modal dialog with a close button. It is open as long as it is rendered. The focus starts on the title, and
 * moves there again when the title changes.
 */
export function WideDialog({ title, children, onClose }: Props) {
  const dialog = useModal();
  const id = useId();
  // Rendered in a portal, because the inputs of the visual editor are in a form, and forms cannot be nested.
  return createPortal(
    <Box
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        // React also passes on the `cancel` events of file inputs and of dialogs inside.
        if (event.target !== event.currentTarget) return;
        // Do not close on Escape. The parent decides.
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        <FocusedTitle key={title} id={id} title={title} />
        <SmallButton $look="outline" onClick={onClose}>
          Close
        </SmallButton>
      </header>
      {children}
    </Box>,
    document.body,
  );
}
