import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styled, { css } from 'styled-components';
import { ButtonRow } from '../../../ui/form/button.tsx';
import { SmallButton } from '../controls/small-button.tsx';
import { backdrop, textOnFail, statusColors } from '../../../contracts/brand.ts';

/**
 * The box of a modal dialog. Its key events do not propagate, because the visual editor has shortcuts, such as its own
 * undo.
 */
export const DialogBox = styled.dialog.attrs({
  onKeyDown: (event: KeyboardEvent) => event.stopPropagation(),
})`
  /* Doubled for specificity, because a parent may set margins on its children. */
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
  /* Keeps the focused element from being scrolled below the buttons. */
  scroll-padding-block-end: 5rem;
  &::backdrop {
    background: rgb(${backdrop} / 60%);
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
        color: ${textOnFail};
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
  /** Also for Escape and a click beside the dialog. */
  onCancel: () => void;
  /** A third button, with an action that keeps everything as it is. */
  more?: { label: string; act: () => void };
}

/** Asks for confirmation of an action that cannot be undone. Focus starts on Cancel and is restored on close. */
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
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open === open) return;
    if (open) {
      element.showModal();
      // By default, the focus is on the first control, which may be part of the text.
      cancel.current?.focus();
    }
    // Closing the dialog restores the focus.
    else element.close();
  }, [open]);
  // Rendered in a portal, because a collapsed menu would hide the dialog while it blocks the rest of the page.
  return createPortal(
    <DialogBox
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        // Escape only requests closing; the `open` prop decides.
        event.preventDefault();
        if (!busy) onCancel();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && !busy) onCancel();
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
