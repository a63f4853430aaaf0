import { useState } from 'react';
import type { LibraryPicture } from '../../../contracts/operators/picture-library.ts';
import { WideDialog } from '../../parts/dialogs/wide-dialog.tsx';
import { PictureDetailsForm } from './picture-details.tsx';
import { PictureGrid } from './picture-grid.tsx';
import { PictureUpload } from './picture-upload.tsx';

interface Props {
  label: string;
  current: LibraryPicture | null;
  /** Whether the dialog starts with the details of the current picture. */
  startsWithDetails: boolean;
  onChoose: (picture: LibraryPicture) => void;
  onClose: () => void;
}

/**
 * A dialog to choose a picture from the media library or to upload one, and to change its alternative text and focal
 * point.
 */
export function PictureDialog({ label, current, startsWithDetails, onChoose, onClose }: Props) {
  const [described, setDescribed] = useState(startsWithDetails ? current : null);
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
          <PictureUpload onUploaded={setDescribed} />
          <PictureGrid current={current?.id ?? null} onChoose={setDescribed} />
        </>
      )}
    </WideDialog>
  );
}
