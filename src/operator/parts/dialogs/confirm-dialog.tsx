import { useEffect, useId, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styled, { css } from 'styled-components';
import { ButtonRow } from '../../../ui/form/button.tsx';
import { SmallButton } from '../controls/small-button.tsx';
import { backdropRgb, textColorOnFail, statusColors } from '../../../contracts/brand.ts';

/**
 * The box of a modal dialog. It stops the propagation of key events, because the visual editor around it has its own
 * shortcuts, such as undo.
 */
export const DialogBox = styled.dialog.attrs({
  onKeyDown: (event: KeyboardEvent) => event.stopPropagation(),
})`
  /* Doubled for a higher specificity, because a parent may set margins on its children. */
  && {
    margin: auto;
  }
  width: min(32rem, calc(100vw - 2rem));
  max-height: calc(100dvh - 2rem);
  --padding: clamp(1.25rem, 5vw, 2rem);
  padding: var(--padding);
  border: 1px solid ${({ theme }) => theme.color.line};
  border-radius: ${({ theme }) => theme.radius.m};
  background: ${({ theme }) => theme.color.surface};
  color: ${({ theme }) => theme.color.ink};
  font-family: ${({ theme }) => theme.font.body};
  /* Prevents a focused element from being hidden below the sticky buttons. */
  scroll-padding-block-end: 5rem;
  &::backdrop {
    background: rgb(${backdropRgb} / 60%);
  }
  h2 {
    font-size: ${({ theme }) => theme.type.h4};
  }
  > * + * {
    margin-block-start: ${({ theme }) => theme.space.m};
  }
`;

/** The buttons of a dialog. They stay visible while the dialog scrolls. */
export const DialogButtons = styled(ButtonRow)`
  position: sticky;
  z-index: 1;
  inset-block-end: calc(-1 * var(--padding));
  margin-block-end: calc(-1 * var(--padding));
  padding-block: 0.75rem var(--padding);
  background: ${({ theme }) => theme.color.surface};
`;

const Confirm = styled(SmallButton)<{ $danger: boolean }>`
  ${({ $danger }) =>
    $danger &&
    css`
      &,
      &:hover {
        background: ${statusColors.fail};
        color: ${textColorOnFail};
      }
    `}
`;

interface Props {
  open: boolean;
  title: string;
  /** Explains what will happen and what cannot be undone. */
  children: ReactNode;
  /** The same verb as on the button that opened the dialog. */
  confirmLabel: string;
  busyLabel?: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  /** Called on Cancel, on Escape and on a click outside of the dialog. */
  onCancel: () => void;
  /** A third button, for a harmless alternative to the action. */
  more?: { label: string; act: () => void };
}

/** Asks for confirmation of an action. The focus starts on Cancel, and returns to where it was on close. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  busyLabel = 'Working…',
  danger = false,
  busy = false,
  onConfirm,
  onCancel,
  more,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const isPressedOutside = useRef(false);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open === open) return;
    if (open) {
      element.showModal();
      // By default, a dialog focuses its first control, which may be a link in the text.
      cancel.current?.focus();
    }
    // Closing the dialog restores the focus.
    else element.close();
  }, [open]);
  // Rendered in a portal: inside a collapsed menu, the dialog would be invisible but still block the page.
  return createPortal(
    <DialogBox
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      // At the second Escape in a row, browsers close a dialog even if its `cancel` event is prevented.
      closedby={busy ? 'none' : 'closerequest'}
      onCancel={(event) => {
        // React also passes on the `cancel` events of file inputs and of dialogs inside.
        if (event.target !== event.currentTarget) return;
        // Do not close on Escape. The `open` prop decides.
        event.preventDefault();
        if (!busy) onCancel();
      }}
      onMouseDown={(event) => {
        isPressedOutside.current = isOutside(event);
      }}
      onClick={(event) => {
        // A drag that starts inside and ends outside only selects text.
        if (isPressedOutside.current && isOutside(event) && !busy) onCancel();
      }}
    >
      {open && (
        <>
          <h2 id={`${id}-title`}>{title}</h2>
          <div id={`${id}-text`}>{children}</div>
          <DialogButtons>
            <SmallButton ref={cancel} $look="outline" disabled={busy} onClick={onCancel}>
              Cancel
            </SmallButton>
            {more && (
              <SmallButton $look="outline" disabled={busy} onClick={more.act}>
                {more.label}
              </SmallButton>
            )}
            <Confirm $danger={danger} disabled={busy} aria-busy={busy} onClick={onConfirm}>
              {busy ? busyLabel : confirmLabel}
            </Confirm>
          </DialogButtons>
        </>
      )}
    </DialogBox>,
    document.body,
  );
}

/**
 * Returns whether an event is on the backdrop. Events on the backdrop and on the dialog's padding both have the dialog
 * as their target, so the position of the pointer decides.
 */
function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  if (target !== currentTarget) return false;
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
