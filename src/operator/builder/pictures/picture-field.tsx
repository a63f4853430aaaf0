import { FieldLabel, useGetPuck } from '@puckeditor/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import { pageCalls } from '../../../contracts/operators/page-calls.ts';
import type { LibraryPicture } from '../../../contracts/operators/picture-library.ts';
import { errorMessage } from '../../parts/states/error-message.ts';
import { SmallButton } from '../../parts/controls/small-button.tsx';
import { apiQuery } from '../../call-api.ts';
import { useCanvasState } from '../editor-context.ts';
import { PictureDialog } from './picture-dialog.tsx';

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
  /** The id of a picture; anything else means no picture. */
  value: unknown;
  readOnly: boolean;
  onChange: (id: number | null) => void;
}

/** An input for a picture from the media library. */
export function PictureField({ label, value, readOnly, onChange }: Props) {
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
  const isStored = id !== null && id > 0;
  const choose = (chosen: LibraryPicture) => {
    setOpen(null);
    // The page still has the same picture, but its alternative text or focal point may have changed.
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
            {!isStored && <p>A picture of the built-in content.</p>}
          </>
        )}
        {error && id !== null && <p role="alert">{errorMessage(error)}</p>}
        {!readOnly && (
          <>
            <SmallButton $look="outline" onClick={() => setOpen('library')}>
              {id === null ? 'Choose a picture' : 'Choose another picture'}
            </SmallButton>
            {picture && isStored && (
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
