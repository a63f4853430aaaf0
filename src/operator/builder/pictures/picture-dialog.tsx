import { useState } from 'react';
import type { LibraryPicture } from '../../../contracts/operators/picture-library.ts';
import { WideDialog } from '../../parts/dialogs/wide-dialog.tsx';
import { useBuilderPage } from '../editor-context.ts';
import { PictureDetailsForm } from './picture-details.tsx';
import { PictureGrid } from './picture-grid.tsx';
import { PictureUpload } from './picture-upload.tsx';

interface Props {
  /** The label of the field. */
  label: string;
  current: LibraryPicture | null;
  /** Whether the dialog starts with the details of the current picture. */
  startsWithDetails: boolean;
  onChoose: (picture: LibraryPicture) => void;
  onClose: () => void;
}

/** A dialog to choose a picture from the media library or to upload one. */
export function PictureDialog({ label, current, startsWithDetails, onChoose, onClose }: Props) {
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
