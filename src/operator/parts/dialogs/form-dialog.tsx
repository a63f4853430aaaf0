import { useId, type FormEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styled from 'styled-components';
import { controlStyles } from '../../../ui/form/control.ts';
import { DialogBox, DialogButtons } from './confirm-dialog.tsx';
import { SmallButton } from '../controls/small-button.tsx';
import { useModal } from './use-modal.ts';
import { statusColors } from '../../../contracts/brand.ts';

const Box = styled(DialogBox)<{ $wide: boolean }>`
  ${({ $wide }) => $wide && 'width: min(72rem, calc(100vw - 2rem));'}
`;

const Fields = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.m};
  grid-template-columns: minmax(0, 1fr);
  fieldset {
    display: grid;
    gap: 0.35rem;
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  legend {
    padding: 0;
    margin-block-end: 0.3rem;
    font-weight: 620;
  }
`;

export const LabeledControl = styled.label`
  display: grid;
  gap: 0.3rem;
  font-weight: 620;
  input,
  select,
  textarea {
    ${controlStyles}
    min-height: 2.75rem;
    font-size: 1rem;
    font-weight: 400;
  }
  small {
    font-weight: 400;
    color: ${({ theme }) => theme.color.inkSoft};
    overflow-wrap: anywhere;
  }
`;

/** A checkbox or radio button with its label, at least 44 px high. */
export const LabeledChoice = styled.label`
  display: flex;
  gap: 0.6rem;
  align-items: center;
  min-height: 2.75rem;
  small {
    display: block;
    color: ${({ theme }) => theme.color.inkSoft};
  }
`;

/** An error message in a dialog: why an input is invalid, or why the request failed. */
export const DialogFault = styled.p`
  color: ${statusColors.fail};
  font-weight: 560;
  overflow-wrap: anywhere;
`;

interface Props {
  title: string;
  children: ReactNode;
  submitLabel: string;
  busyLabel?: string;
  busy?: boolean;
  disabled?: boolean;
  /** Whether the dialog is up to 72 rem wide, for content side by side. */
  wide?: boolean;
  onSubmit: () => void;
  onCancel: () => void;
}

/** A modal dialog with a form. It is open as long as it is rendered. The focus starts in its first field. */
export function FormDialog(props: Props) {
  const { title, children, submitLabel, busyLabel = 'Saving…', busy = false, disabled = false } = props;
  const { onSubmit, onCancel, wide = false } = props;
  const dialog = useModal();
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && !disabled) onSubmit();
  };
  // Rendered in a portal, because forms cannot be nested, and because a closed menu would hide the dialog.
  return createPortal(
    <Box
      ref={dialog}
      $wide={wide}
      aria-labelledby={`${id}-title`}
      // At the second Escape in a row, browsers close a dialog even if its `cancel` event is prevented.
      closedby={busy ? 'none' : 'closerequest'}
      onCancel={(event) => {
        // React also passes on the `cancel` events of file inputs and of dialogs inside.
        if (event.target !== event.currentTarget) return;
        // Do not close on Escape. The parent decides.
        event.preventDefault();
        if (!busy) onCancel();
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <form onSubmit={submit} noValidate>
        <Fields>{children}</Fields>
        <DialogButtons>
          <SmallButton $look="outline" disabled={busy} onClick={onCancel}>
            Cancel
          </SmallButton>
          <SmallButton type="submit" disabled={busy || disabled} aria-busy={busy}>
            {busy ? busyLabel : submitLabel}
          </SmallButton>
        </DialogButtons>
      </form>
    </Box>,
    document.body,
  );
}
