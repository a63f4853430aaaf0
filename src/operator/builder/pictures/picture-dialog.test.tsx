import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { LibraryPicture } from '../../../contracts/operators/picture-library.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { PictureDialog } from './picture-dialog.tsx';

const picture = (id: number, title: string): LibraryPicture => ({
  id,
  title,
  alt: '',
  src: `/media/${title}`,
  setting: null,
  focus: null,
});

function serveLibrary() {
  const library = { pictures: [picture(1, 'porch.jpg')] };
  vi.stubGlobal('fetch', async () => Response.json({ pictures: library.pictures, more: false }));
  return library;
}

const dialog = (
  <PictureDialog
    label="Picture"
    current={null}
    startsWithDetails={false}
    onChoose={() => {}}
    onClose={() => {}}
  />
);

it('lists a picture that was added in WordPress when it is opened again', async () => {
  const library = serveLibrary();
  const { show } = renderScreen(dialog);
  await screen.findByRole('button', { name: /porch\.jpg/ });
  show(null);
  library.pictures = [picture(2, 'garden.jpg'), ...library.pictures];
  show(dialog);
  expect(await screen.findByRole('button', { name: /garden\.jpg/ })).toBeTruthy();
});

it('lists a picture whose upload ends after the dialog was closed', async () => {
  const library = serveLibrary();
  const answer = Promise.withResolvers<void>();
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      upload = new EventTarget();
      status = 201;
      statusText = '';
      responseText = JSON.stringify(picture(2, 'garden.jpg'));
      open() {}
      setRequestHeader() {}
      send() {
        void answer.promise.then(() => this.dispatchEvent(new Event('load')));
      }
    },
  );
  const { show } = renderScreen(dialog);
  await screen.findByRole('button', { name: /porch\.jpg/ });
  const file = new File(['bytes'], 'garden.jpg', { type: 'image/jpeg' });
  fireEvent.change(screen.getByLabelText('Picture to upload'), { target: { files: [file] } });
  await screen.findByText(/^garden\.jpg:/);
  show(null);
  show(dialog);
  await screen.findByRole('button', { name: /porch\.jpg/ });
  library.pictures = [picture(2, 'garden.jpg'), ...library.pictures];
  await act(async () => answer.resolve());
  expect(await screen.findByRole('button', { name: /garden\.jpg/ })).toBeTruthy();
});
