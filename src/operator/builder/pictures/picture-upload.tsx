import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type DragEvent } from 'react';
import styled from 'styled-components';
import { pageCalls } from '../../../contracts/operators/page-calls.ts';
import {
  PICTURE_MIME_TYPES,
  type LibraryPicture,
  MAX_PICTURE_BYTES,
} from '../../../contracts/operators/picture-library.ts';
import { ErrorState } from '../../parts/states/error-state.tsx';
import { SmallButton } from '../../parts/controls/small-button.tsx';
import { statusColors } from '../../../contracts/brand.ts';
import { apiQueryKey, callApi } from '../../call-api.ts';

const Zone = styled.div<{ $isOver: boolean }>`
  display: grid;
  gap: 0.75rem;
  justify-items: start;
  padding: 1rem;
  border: 2px dashed ${({ theme, $isOver }) => ($isOver ? theme.color.accent : theme.color.line)};
  border-radius: ${({ theme }) => theme.radius.m};
  p {
    margin: 0;
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: 0.875rem;
    overflow-wrap: anywhere;
  }
  p[role='alert'] {
    color: ${statusColors.fail};
  }
  progress {
    width: 100%;
    accent-color: ${({ theme }) => theme.color.accent};
  }
`;

/**
 * Uploads one picture that is dropped or chosen. After a failed upload, the file is kept so that it can be sent
 * again.
 */
export function PictureUpload({ onUploaded }: { onUploaded: (picture: LibraryPicture) => void }) {
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [sent, setSent] = useState(0);
  const [isOver, setOver] = useState(false);
  const upload = useMutation({
    networkMode: 'always',
    mutationFn: (chosen: File) => {
      setSent(0);
      return callApi(pageCalls.uploadPicture, { name: chosen.name }, { file: chosen, onProgress: setSent });
    },
    // React Query calls this even after the dialog is closed.
    onSuccess: () => void queries.invalidateQueries({ queryKey: apiQueryKey(pageCalls.pictures) }),
  });
  // React Query does not call this `onSuccess` after the dialog is closed, unlike the one above.
  const send = (chosen: File) => upload.mutate(chosen, { onSuccess: (picture) => onUploaded(picture) });
  const take = (files: readonly File[]) => {
    const [chosen] = files;
    if (!chosen || upload.isPending) return;
    const fault = files.length > 1 ? 'Upload one picture at a time.' : checkPictureFile(chosen);
    setRefusal(fault);
    if (fault !== null) return;
    setFile(chosen);
    send(chosen);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };
  return (
    <Zone
      $isOver={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept={PICTURE_MIME_TYPES.join(',')}
        aria-label="Picture to upload"
        onChange={({ target }) => {
          take([...(target.files ?? [])]);
          // Otherwise, choosing the same file again would not trigger a change event.
          target.value = '';
        }}
      />
      <SmallButton $look="outline" disabled={upload.isPending} onClick={() => input.current?.click()}>
        Upload a picture
      </SmallButton>
      <p>Or drop a file here. JPEG, PNG, WebP, AVIF or GIF, at most {MAX_PICTURE_BYTES / 1_000_000} MB.</p>
      {refusal !== null && <p role="alert">{refusal}</p>}
      {upload.isPending && file && (
        <>
          <progress aria-label={`Upload of ${file.name}`} value={sent} max={1} />
          <p role="status">
            {sent < 1 ? `${file.name}: ${Math.round(sent * 100)}% sent` : `Storing ${file.name}…`}
          </p>
        </>
      )}
      {upload.error && file && (
        <ErrorState title={`${file.name} was not uploaded`} error={upload.error} onRetry={() => send(file)} />
      )}
    </Zone>
  );
}

/** Returns the reason why a file cannot be uploaded, or null if it can. */
export function checkPictureFile({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (type === 'image/svg+xml') {
    return `${name} is an SVG, which can contain scripts. Choose a JPEG, PNG, WebP, AVIF or GIF.`;
  }
  if (!PICTURE_MIME_TYPES.includes(type)) {
    return `${name} is no picture for the web. Choose a JPEG, PNG, WebP, AVIF or GIF.`;
  }
  if (size === 0) return `${name} is empty. Choose another file.`;
  if (size > MAX_PICTURE_BYTES) {
    const megabytes = (size / 1_000_000).toFixed(1);
    return `${name} has ${megabytes} MB. At most ${MAX_PICTURE_BYTES / 1_000_000} MB can be uploaded, so make it smaller first.`;
  }
  return null;
}
