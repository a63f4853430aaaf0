import { FieldLabel, useGetPuck } from '@puckeditor/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import { pageCalls } from '../../../contracts/operators/page-calls.ts';
import type { LibraryPicture } from '../../../contracts/operators/picture-library.ts';
import { errorMessage } from '../../parts/states/error-message.ts';
import { SmallButton } from '../../parts/controls/small-button.tsx';
import { apiQuery } from '../../call-api.ts';
import { useBuilderPage, useCanvasState } from '../editor-context.ts';
import { WideDialog } from '../../parts/dialogs/wide-dialog.tsx';
import { PictureDetailsForm } from './picture-details.tsx';
import { PictureGrid } from './picture-grid.tsx';
import { PictureUpload } from './picture-upload.tsx';

const Parts = styled.div`
  display: grid;
  gap: 0.5rem;
  font-size: 0.8125rem;
  img {
    display: block;
    width: 100%;
    height: auto;
    max-height: 10rem;
    border-radius: ${({ theme }) => theme.radius.s};
    object-fit: contain;
    background: ${({ theme }) => theme.color.sand};
  }
  p {
    margin: 0;
    overflow-wrap: anywhere;
  }
  button {
    min-height: 2.25rem;
    padding-inline: 0.7rem;
    font-size: 0.8125rem;
  }
`;

interface Props {
  label: string;
  /** The id of a picture in the media library; anything else means no picture. */
  value: unknown;
  readOnly: boolean;
  onChange: (id: number | null) => void;
}

/** An input for a picture from the media library. */
export function PictureField({ label, value, readOnly, onChange }: Props) {
  const { target } = useBuilderPage();
  const { show } = useCanvasState();
  const getPuck = useGetPuck();
  const [open, setOpen] = useState<'library' | 'details' | null>(null);
  const id = typeof value === 'number' ? value : null;
  const { data, error } = useQuery({
    ...apiQuery(pageCalls.picture, { id: id ?? 0 }),
    enabled: id !== null,
    retry: false,
  });
  const picture = id === null ? null : (data ?? null);
  const choose = (chosen: LibraryPicture) => {
    setOpen(null);
    // The page did not change, but the picture's alternative text or focal point may have.
    if (chosen.id === id) show(getPuck().appState.data);
    else onChange(chosen.id);
  };
  return (
    <FieldLabel label={label} el="div" readOnly={readOnly}>
      <Parts role="group" aria-label={label}>
        {picture && (
          <>
            <img src={picture.src} alt="" />
            <p>{picture.alt || 'No alternative text'}</p>
          </>
        )}
        {error && id !== null && <p role="alert">{errorMessage(error)}</p>}
        {!readOnly && (
          <>
            <SmallButton $look="outline" onClick={() => setOpen('library')}>
              {id === null ? 'Choose a picture' : 'Choose another picture'}
            </SmallButton>
            {picture && target.kind === 'wordpress' && (
              <SmallButton $look="outline" onClick={() => setOpen('details')}>
                Alternative text and focal point
              </SmallButton>
            )}
            {id !== null && (
              <SmallButton $look="outline" onClick={() => onChange(null)}>
                Remove the picture
              </SmallButton>
            )}
          </>
        )}
      </Parts>
      {open !== null && (
        <PictureDialog
          label={label}
          current={picture}
          startsWithDetails={open === 'details'}
          onChoose={choose}
          onClose={() => setOpen(null)}
        />
      )}
    </FieldLabel>
  );
}

interface DialogProps {
  /** The label of the field. */
  label: string;
  current: LibraryPicture | null;
  /** Whether the dialog starts with the details of the current picture. */
  startsWithDetails: boolean;
  onChoose: (picture: LibraryPicture) => void;
  onClose: () => void;
}

/** A dialog to choose a picture from the media library or to upload one. */
function PictureDialog({ label, current, startsWithDetails, onChoose, onClose }: DialogProps) {
  const { target } = useBuilderPage();
  const [described, setDescribed] = useState(startsWithDetails ? current : null);
  const choose = (picture: LibraryPicture) => {
    // The details of pictures in `fixtures/` are in a file and cannot be edited here.
    if (target.kind === 'files') onChoose(picture);
    else setDescribed(picture);
  };
  return (
    <WideDialog title={described ? described.title : `${label}: choose a picture`} onClose={onClose}>
      {described ? (
        <PictureDetailsForm
          key={described.id}
          picture={described}
          doneLabel={described.id === current?.id ? 'Save' : 'Use this picture'}
          onDone={onChoose}
          onBack={() => (startsWithDetails ? onClose() : setDescribed(null))}
        />
      ) : (
        <>
          {target.kind === 'files' ? (
            <p>Pictures are uploaded in WordPress only. These are the built-in ones.</p>
          ) : (
            <PictureUpload onUploaded={setDescribed} />
          )}
          <PictureGrid current={current?.id ?? null} onChoose={choose} />
        </>
      )}
    </WideDialog>
  );
}
