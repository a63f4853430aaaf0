import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { PageSettings } from '../../../contracts/operators/page-settings.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { PageSettingsDialog } from './page-settings-dialog.tsx';

const settings: PageSettings = {
  at: '/sell',
  base: '',
  title: 'Sell Your Home',
  slug: 'sell',
  parent: null,
  fixed: 'Publish the page once, then its address can be changed.',
  oldAddress: null,
  publishing: null,
  seoTitle: '',
  seoDescription: '',
  seoDefaults: { title: 'Sell Your Home in Iowa | Sam', description: 'Four steps.' },
  parents: [],
  menus: { reason: 'No menus.' },
  inMenus: [],
};

/** Opens the dialog for a page with these settings, and returns the notes below its fields for search results. */
async function notesOf(change: Partial<PageSettings>): Promise<readonly (string | null | undefined)[]> {
  vi.stubGlobal('fetch', async () => Response.json({ ...settings, ...change }));
  renderScreen(<PageSettingsDialog at="/sell" variant={null} onClose={() => {}} />);
  const title = await screen.findByLabelText(/^Title in search results/);
  const description = screen.getByLabelText(/^Description in search results/);
  return [title, description].map((input) => input.nextElementSibling?.textContent);
}

it('says what search results show if its two fields are empty', async () => {
  expect(await notesOf({ seoTitle: 'Sell' })).toEqual([
    '4 characters. About 60 are shown. Left empty, it is “Sell Your Home in Iowa | Sam”.',
    '0 characters. About 160 are shown. Left empty, it is: “Four steps.”',
  ]);
});

it('says that an empty title in search results is made from the title of the page', async () => {
  const [note] = await notesOf({ seoDefaults: { title: null, description: 'Four steps.' } });
  expect(note).toBe('0 characters. About 60 are shown. Left empty, it is made from the page’s title.');
});

it('sends only the menus that were changed', async () => {
  vi.stubGlobal('location', { assign: () => {} });
  const menus = {
    menus: ['Header', 'Footer', 'Links', 'More'].map((name, index) => ({ id: index + 1, name })),
  };
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.method === 'GET') return Response.json({ ...settings, menus, inMenus: [1, 2] });
    sent.push(await new Request(new URL(path, 'https://site.example'), init).json());
    return Response.json({ at: '/sell', note: null });
  });
  renderScreen(<PageSettingsDialog at="/sell" variant={null} onClose={() => {}} />);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Footer' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Links' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save settings' }));
  await vi.waitFor(() => expect(sent).toMatchObject([{ inMenus: { add: [3], remove: [2] } }]));
});

it.each([
  ['at once', null],
  ['after a note', 'The menu was not changed.'],
])('opens the variant that was edited again after a save, %s', async (_when, note) => {
  const assign = vi.fn<(path: string) => void>();
  vi.stubGlobal('location', { assign });
  vi.stubGlobal('fetch', async (_path: string, { method }: RequestInit) =>
    Response.json(method === 'GET' ? settings : { at: '/sold', note }),
  );
  renderScreen(<PageSettingsDialog at="/sell" variant="B" onClose={() => {}} />);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), '!');
  await userEvent.click(screen.getByRole('button', { name: 'Save settings' }));
  if (note !== null) {
    await userEvent.click(await screen.findByRole('button', { name: 'Back to the page' }));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  }
  const paths =
    note === null ? ['/admin/pages/sold?variant=B'] : Array(2).fill('/admin/pages/sold?variant=B');
  await vi.waitFor(() => expect(assign.mock.calls.flat()).toEqual(paths));
});
