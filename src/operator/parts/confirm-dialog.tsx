import { useEffect, useId, useRef, type ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { ButtonRow } from '../../ui/button.tsx';
import { SmallButton } from './small-button.tsx';
import { statusColors } from './status-colors.ts';

/** The box of a modal dialog. */
export const DialogBox = styled.dialog`
  /* Doubled for specificity, because a parent may set margins on its children. */
  && {
    margin: auto;
  }
  width: min(32rem, calc(100vw - 2rem));
  max-height: calc(100dvh - 2rem);
  padding: clamp(1.25rem, 5vw, 2rem);
  border: 1px solid ${({ theme }) => theme.color.line};
  border-radius: ${({ theme }) => theme.radius.m};
  background: ${({ theme }) => theme.color.surface};
  color: ${({ theme }) => theme.color.ink};
  &::backdrop {
    background: rgb(10 18 16 / 0.6);
  }
  h2 {
    font-size: ${({ theme }) => theme.type.h4};
  }
  > * + * {
    margin-block-start: ${({ theme }) => theme.space.m};
  }
`;

const Confirm = styled(SmallButton)<{ $danger: boolean }>`
  ${({ $danger }) =>
    $danger &&
    css`
      &,
      &:hover {
        background: ${statusColors.fail};
        color: light-dark(#fff, #2a0905);
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
  onCancel: () => void;
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
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open === open) return;
    if (open) element.showModal();
    // Closing the dialog restores the focus.
    else element.close();
  }, [open]);
  return (
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
          <ButtonRow>
            <SmallButton $look="outline" disabled={busy} onClick={onCancel}>
              Cancel
            </SmallButton>
            <Confirm $danger={danger} disabled={busy} aria-busy={busy} onClick={onConfirm}>
              {busy ? busyLabel : confirmLabel}
            </Confirm>
          </ButtonRow>
        </>
      )}
    </DialogBox>
  );
}
