import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import styled from 'styled-components';
import { pageCalls } from '../../../contracts/operators/page-calls.ts';
import type { LibraryPicture, PictureDetails } from '../../../contracts/operators/picture-library.ts';
import { DialogButtons } from '../../parts/dialogs/confirm-dialog.tsx';
import { ErrorState } from '../../parts/states/error-state.tsx';
import { SmallButton } from '../../parts/controls/small-button.tsx';
import { statusColors } from '../../../contracts/brand.ts';
import { apiQueryKey, callApi } from '../../call-api.ts';
import { FieldInput } from '../fields/link-field.tsx';
import { FocalPointInput } from './focal-point-input.tsx';

const Form = styled.form`
  > * + * {
    margin-block-start: 1rem;
  }
  p {
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: 0.875rem;
  }
  label {
    display: grid;
    gap: 0.25rem;
    font-weight: 620;
  }
  label:has([type='checkbox']) {
    display: flex;
    gap: 0.5rem;
    align-items: center;
    min-height: 2rem;
    font-weight: 400;
  }
  > [role='alert'] {
    display: block;
    color: ${statusColors.fail};
  }
`;

interface Props {
  picture: LibraryPicture;
  /** The label of the button that stores the details and closes the form. */
  doneLabel: string;
  onDone: (picture: LibraryPicture) => void;
  onBack: () => void;
}

/** A form for the alternative text and the focal point of a picture. */
export function PictureDetailsForm({ picture, doneLabel, onDone, onBack }: Props) {
  const id = useId();
  const queries = useQueryClient();
  const [alt, setAlt] = useState(picture.alt);
  const [decorative, setDecorative] = useState(false);
  const [focus, setFocus] = useState(picture.focus);
  const [isMissing, setMissing] = useState(false);
  const store = useMutation({
    networkMode: 'always',
    mutationFn: (details: PictureDetails) =>
      callApi(pageCalls.describePicture, { id: picture.id, ...details }),
    async onSuccess() {
      const shown = [apiQueryKey(pageCalls.pictures), apiQueryKey(pageCalls.picture)];
      await Promise.all(shown.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = decorative ? '' : alt.trim();
    if (text === '' && !decorative) {
      setMissing(true);
      document.getElementById(`${id}-alt`)?.focus();
      return;
    }
    if (text === picture.alt && focus === picture.focus) return onDone(picture);
    const isMoved = focus !== null && focus !== picture.focus;
    const details = { alt: text, decorative, ...(isMoved ? { focus } : {}) };
    // Unlike the `onSuccess` of the hook, this one is not called after the dialog was closed.
    store.mutate(details, { onSuccess: (stored) => onDone(stored) });
  };
  return (
    <Form onSubmit={submit} noValidate>
      <FocalPointInput src={picture.src} value={focus} onChange={setFocus} describedBy={`${id}-focus`} />
      <p id={`${id}-focus`}>
        The circle marks what stays visible where the site crops the picture. Click, or use the arrow keys
        (with Shift in larger steps).
      </p>
      <label htmlFor={`${id}-alt`}>
        Alternative text
        <FieldInput
          id={`${id}-alt`}
          value={decorative ? '' : alt}
          disabled={decorative}
          maxLength={1_000}
          required
          aria-invalid={isMissing}
          aria-describedby={`${id}-help${isMissing ? ` ${id}-missing` : ''}`}
          onChange={({ target }) => {
            setAlt(target.value);
            setMissing(false);
          }}
        />
      </label>
      {isMissing && (
        <span id={`${id}-missing`} role="alert">
          Describe the picture, or say that it is decorative.
        </span>
      )}
      <p id={`${id}-help`}>Says what the picture shows to those who do not see it. Describe the property.</p>
      <label>
        <input
          type="checkbox"
          checked={decorative}
          onChange={({ target }) => {
            setDecorative(target.checked);
            setMissing(false);
          }}
        />
        This picture is decorative
      </label>
      {store.error && <ErrorState title="Not stored" error={store.error} />}
      <DialogButtons>
        <SmallButton $look="outline" disabled={store.isPending} onClick={onBack}>
          Back
        </SmallButton>
        <SmallButton type="submit" disabled={store.isPending} aria-busy={store.isPending}>
          {store.isPending ? 'Storing…' : doneLabel}
        </SmallButton>
      </DialogButtons>
    </Form>
  );
}
