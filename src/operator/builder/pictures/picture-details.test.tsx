import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { LibraryPicture } from '../../../contracts/operators/picture-library.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { PictureDetailsForm } from './picture-details.tsx';

const porch: LibraryPicture = {
  id: 31,
  title: 'porch.jpg',
  alt: 'A porch',
  src: '/media/porch.jpg',
  setting: null,
  focus: { x: 0.5, y: 0.5 },
};

/** Opens the details of a picture that the screen knows as `porch`, while WordPress has `stored`. */
function openDetails(stored: LibraryPicture, { plugin = true } = {}) {
  const library = { stored, sent: [] as unknown[] };
  vi.stubGlobal('fetch', async (_path: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'GET') return Response.json(library.stored);
    const details = JSON.parse(body ?? '');
    library.sent.push(details);
    const { alt = library.stored.alt, focus = library.stored.focus } = details;
    library.stored = { ...library.stored, alt, focus: plugin ? focus : library.stored.focus };
    return plugin
      ? Response.json(library.stored)
      : Response.json({ error: 'Not the focal point.' }, { status: 422 });
  });
  const onDone = vi.fn<(picture: LibraryPicture) => void>();
  renderScreen(<PictureDetailsForm picture={porch} doneLabel="Save" onDone={onDone} onBack={() => {}} />);
  return { library, onDone };
}

const text = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Alternative text' });
const circle = () => screen.getByRole('slider', { name: 'Focal point' });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

it('stores the focal point alone, so that the text of somebody else stays', async () => {
  const { library, onDone } = openDetails({ ...porch, alt: 'A wide porch' });
  fireEvent.keyDown(circle(), { key: 'ArrowLeft' });
  save();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(library.sent).toEqual([{ focus: { x: 0.49, y: 0.5 } }]);
  expect(library.stored.alt).toBe('A wide porch');
});

it('stores the text alone', async () => {
  const { library, onDone } = openDetails(porch);
  fireEvent.change(text(), { target: { value: 'A green porch' } });
  save();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(library.sent).toEqual([{ alt: 'A green porch', decorative: false }]);
});

it('shows what somebody else has stored', async () => {
  openDetails({ ...porch, alt: 'A wide porch', focus: { x: 0.2, y: 0.5 } });
  await waitFor(() => expect(text().value).toBe('A wide porch'));
  expect(circle().getAttribute('aria-valuenow')).toBe('20');
});

it('keeps what is being typed when the picture was read again', async () => {
  openDetails({ ...porch, alt: 'A wide porch', focus: { x: 0.2, y: 0.5 } });
  fireEvent.change(text(), { target: { value: 'A green porch' } });
  await waitFor(() => expect(circle().getAttribute('aria-valuenow')).toBe('20'));
  expect(text().value).toBe('A green porch');
});

it('can be completed without the focal point that WordPress does not store', async () => {
  const { library, onDone } = openDetails(porch, { plugin: false });
  expect(screen.queryByRole('button', { name: 'Reset the focal point' })).toBe(null);
  fireEvent.change(text(), { target: { value: 'A green porch' } });
  fireEvent.keyDown(circle(), { key: 'ArrowLeft' });
  save();
  await screen.findByText('Not the focal point.');
  fireEvent.click(screen.getByRole('button', { name: 'Reset the focal point' }));
  expect(circle().getAttribute('aria-valuenow')).toBe('50');
  expect(document.activeElement).toBe(circle());
  save();
  await waitFor(() => expect(onDone).toHaveBeenCalledWith({ ...porch, alt: 'A green porch' }));
  expect(library.sent).toHaveLength(1);
});
