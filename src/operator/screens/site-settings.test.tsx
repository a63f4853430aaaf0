import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import fixture from '../../../fixtures/site-settings.json' with { type: 'json' };
import {
  editableSiteSettings,
  type EditableSiteSettings,
} from '../../contracts/operators/site-settings-calls.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import SiteSettingsScreen from './site-settings.tsx';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

/** Shows the screen. Each save waits until the next function of the returned list is called. */
function openSettings() {
  const settings = editableSiteSettings.parse(fixture);
  const answer: (() => void)[] = [];
  const sent: { base: number; settings: EditableSiteSettings }[] = [];
  server.use(
    http.get('/api/admin/site/settings', () =>
      HttpResponse.json({ source: 'embedded', base: 1, settings, isSample: false }),
    ),
    http.post<never, (typeof sent)[number]>('/api/admin/site/settings', async ({ request }) => {
      const body = await request.json();
      sent.push(body);
      await new Promise<void>((resolve) => {
        answer.push(resolve);
      });
      return HttpResponse.json({ base: body.base + 1 });
    }),
  );
  renderScreen(<SiteSettingsScreen />);
  return { answer, sent };
}
// Queries by role are slow in a form of this size.
const input = (name: string) => screen.findByLabelText(name);
const type = async (name: string, value: string) =>
  fireEvent.change(await input(name), { target: { value } });
const clickSave = () => fireEvent.click(screen.getByText('Save and publish'));
const asksBeforeLeaving = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('counts what is typed during a save as unsaved, and saves it next', async () => {
  const { answer, sent } = openSettings();
  await type('Street', '1 Elm Street');
  expect(asksBeforeLeaving()).toBe(true);
  clickSave();
  await waitFor(() => expect(answer).toHaveLength(1));
  await type('Street', '2 Elm Street');
  // A second save at the same time would be refused, because both are based on the same version.
  expect(screen.getByText('Saving…')).toHaveProperty('ariaDisabled', 'true');
  answer[0]?.();
  await screen.findByText('Save and publish');
  expect(asksBeforeLeaving()).toBe(true);
  expect(screen.queryByText('Saved. Every page shows it.')).toBeNull();
  clickSave();
  await waitFor(() => expect(answer).toHaveLength(2));
  answer[1]?.();
  await screen.findByText('Saved. Every page shows it.');
  expect(asksBeforeLeaving()).toBe(false);
  expect(sent.map(({ base, settings }) => [base, settings.address.street])).toEqual([
    [1, '1 Elm Street'],
    [2, '2 Elm Street'],
  ]);
});

it('says nothing about the lines of the form in WordPress, where a cleared line is removed', async () => {
  openSettings();
  await input('Street');
  screen.getByText('One line for days with the same hours.');
  expect(screen.queryByText(/Clear a line/)).toBeNull();
});

it('keeps the order of the profiles, and shows an error at the profile that has it', async () => {
  const { answer, sent } = openSettings();
  const isInvalid = async (name: string) => (await input(name)).getAttribute('aria-invalid');
  await type('Instagram', 'no address');
  clickSave();
  expect(await isInvalid('Instagram')).toBe('true');
  await type('Facebook', '');
  await type('Facebook', 'https://facebook.example/jordan');
  expect([await isInvalid('Facebook'), await isInvalid('Instagram')]).toEqual(['false', 'true']);
  await type('Instagram', '');
  await type('YouTube', 'https://youtube.example/jordan');
  clickSave();
  await waitFor(() => expect(answer).toHaveLength(1));
  answer[0]?.();
  expect(sent[0]?.settings.social).toEqual([
    { name: 'Facebook', url: 'https://facebook.example/jordan' },
    { name: 'LinkedIn', url: 'https://www.linkedin.com/' },
    { name: 'YouTube', url: 'https://youtube.example/jordan' },
  ]);
  await screen.findByText('Saved. Every page shows it.');
});

it('asks what happens with comments by a choice in words', async () => {
  const { answer, sent } = openSettings();
  const choice = await screen.findByLabelText<HTMLSelectElement>('Comments', { selector: 'select' });
  expect([...choice.options].map(({ label }) => label)).toEqual([
    'Visitors read the comments',
    'Visitors read comments and write some',
    'No comments',
  ]);
  expect(choice.value).toBe('shown');
  fireEvent.change(choice, { target: { value: 'off' } });
  clickSave();
  await waitFor(() => expect(answer).toHaveLength(1));
  answer[0]?.();
  expect(sent[0]?.settings.comments).toBe('off');
  await screen.findByText('Saved. Every page shows it.');
});
