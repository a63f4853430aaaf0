import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import styled from 'styled-components';
import { pageCalls } from '../../../contracts/operators/page-calls.ts';
import type {
  FocalPoint,
  LibraryPicture,
  PictureDetails,
} from '../../../contracts/operators/picture-library.ts';
import { DialogButtons } from '../../parts/dialogs/confirm-dialog.tsx';
import { ErrorState } from '../../parts/states/error-state.tsx';
import { SmallButton } from '../../parts/controls/small-button.tsx';
import { statusColors } from '../../../contracts/brand.ts';
import { apiQuery, apiQueryKey, callApi } from '../../call-api.ts';
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

/** A form for the alternative text and the focal point of a picture. Only what was changed in it is stored. */
export function PictureDetailsForm({ picture: given, doneLabel, onDone, onBack }: Props) {
  const id = useId();
  const queries = useQueryClient();
  // Read again, because somebody else may have changed the picture since it was listed.
  const { data, isFetchedAfterMount } = useQuery({
    ...apiQuery(pageCalls.picture, { id: given.id }),
    staleTime: 0,
  });
  const picture = isFetchedAfterMount && data ? data : given;
  const [typedAlt, setTypedAlt] = useState<string | null>(null);
  const [decorative, setDecorative] = useState(false);
  const [movedFocus, setMovedFocus] = useState<FocalPoint | null>(null);
  const [isMissing, setMissing] = useState(false);
  const alt = typedAlt ?? picture.alt;
  const isMoved =
    movedFocus !== null && (movedFocus.x !== picture.focus?.x || movedFocus.y !== picture.focus.y);
  const refetch = async () => {
    const shown = [apiQueryKey(pageCalls.pictures), apiQueryKey(pageCalls.picture)];
    await Promise.all(shown.map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
  const store = useMutation({
    networkMode: 'always',
    mutationFn: (details: PictureDetails) =>
      callApi(pageCalls.describePicture, { id: picture.id, ...details }),
    onSuccess: () => refetch(),
    // WordPress may have stored some of the details. The error is shown without waiting for the refetch.
    onError: () => void refetch(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = decorative ? '' : alt.trim();
    if (text === '' && !decorative) {
      setMissing(true);
      document.getElementById(`${id}-alt`)?.focus();
      return;
    }
    if (text === picture.alt && !isMoved) return onDone(picture);
    const details = {
      ...(text === picture.alt ? {} : { alt: text, decorative }),
      ...(isMoved ? { focus: movedFocus } : {}),
    };
    // React Query does not call this `onSuccess` after the dialog is closed, unlike the one above.
    store.mutate(details, { onSuccess: (stored) => onDone(stored) });
  };
  return (
    <Form onSubmit={submit} noValidate>
      <FocalPointInput
        id={`${id}-point`}
        src={picture.src}
        value={movedFocus ?? picture.focus}
        onChange={setMovedFocus}
        describedBy={`${id}-focus`}
      />
      <p id={`${id}-focus`}>
        The circle marks what stays visible where the site crops the picture. Click, or use the arrow keys
        (with Shift in larger steps).
      </p>
      {isMoved && (
        <SmallButton
          $look="outline"
          onClick={() => {
            setMovedFocus(null);
            // The button is removed, so it cannot keep the focus.
            document.getElementById(`${id}-point`)?.focus();
          }}
        >
          Reset the focal point
        </SmallButton>
      )}
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
            setTypedAlt(target.value);
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
