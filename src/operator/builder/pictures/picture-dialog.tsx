import { useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { LibraryPicture } from '../../../contracts/picture-library.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { WideDialogBox } from '../wide-dialog-box.ts';
import { useBuilderPage } from '../editor-context.ts';
import { PictureDetailsForm } from './picture-details.tsx';
import { PictureGrid } from './picture-grid.tsx';
import { PictureUpload } from './picture-upload.tsx';

interface Props {
  /** The label of the field. */
  label: string;
  current: LibraryPicture | null;
  /** Whether the dialog begins with the details of the current picture. */
  startsWithDetails: boolean;
  onChoose: (picture: LibraryPicture) => void;
  onClose: () => void;
}

/** Each step begins at its heading. */
function focusOn(heading: HTMLElement | null): void {
  heading?.focus();
}

/** Chooses a picture of the media library, or uploads one. It is modal; focus returns to the button that opened it. */
export function PictureDialog({ label, current, startsWithDetails, onChoose, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { target } = useBuilderPage();
  const [described, setDescribed] = useState(startsWithDetails ? current : null);
  // Before the element is removed, because only an element of the document returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const choose = (picture: LibraryPicture) => {
    // Pictures in `fixtures/` are described in their file.
    if (target.kind === 'files') onChoose(picture);
    else setDescribed(picture);
  };
  // The inputs of the visual editor are in a form, and a form must not be inside of another.
  return createPortal(
    <WideDialogBox
      ref={dialog}
      aria-labelledby={`${id}-title`}
      // The visual editor would take Backspace for the removal of the section.
      onKeyDown={(event) => event.stopPropagation()}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        <h2 key={described?.id ?? 0} ref={focusOn} id={`${id}-title`} tabIndex={-1}>
          {described ? described.title : `${label}: choose a picture`}
        </h2>
        <SmallButton $look="outline" onClick={onClose}>
          Close
        </SmallButton>
      </header>
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
    </WideDialogBox>,
    document.body,
  );
}
