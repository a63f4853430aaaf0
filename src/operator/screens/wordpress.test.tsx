import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { DoctorReport } from '../../contracts/operators/doctor.ts';
import { openScreen } from '../testing/open-screen.tsx';
import WordPressScreen from './wordpress.tsx';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const done: DoctorReport = {
  running: false,
  checkedAt: Date.now(),
  checks: [
    { id: 'address', label: 'Address', state: 'ok', detail: 'https://cms.example.com answers.' },
    {
      id: 'faults',
      label: 'Faults in the content',
      state: 'failed',
      detail: '1 value is not shown as written.',
      fix: 'Correct each on its edit screen.',
      items: [{ text: 'Home › hero_image: media 81 is not public.', link: 'https://cms.example.com/edit' }],
    },
    { id: 'clock', label: 'Clocks', state: 'not checked', detail: 'WordPress sends no Date header.' },
  ],
};

/** Responds with each report in turn, and then always with the last one. */
function answer(...reports: DoctorReport[]): () => number {
  let asked = 0;
  server.use(
    http.get('/api/admin/doctor', () => {
      asked += 1;
      return HttpResponse.json(reports[Math.min(asked, reports.length) - 1]);
    }),
  );
  return () => asked;
}

it('waits for the first run, then shows what failed first, with its fix and a link to the field', async () => {
  answer({ running: true, checkedAt: null, checks: [] }, done);
  openScreen(<WordPressScreen />);
  await screen.findByText('Checking WordPress…');
  await screen.findByText('1 value is not shown as written.', {}, { timeout: 3_000 });
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Failed',
    'OK',
    'Not checked',
  ]);
  expect(screen.getByText('Correct each on its edit screen.')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Home › hero_image: media 81 is not public.' });
  expect(link.getAttribute('href')).toBe('https://cms.example.com/edit');
  expect(screen.getByText(/^1 check failed, 0 warnings\. Checked/)).toBeTruthy();
});

it('checks again on request, and reports that nothing is wrong', async () => {
  const asked = answer(done, { ...done, checks: done.checks.filter(({ state }) => state === 'ok') });
  openScreen(<WordPressScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Check again' }));
  await screen.findByText(/^Nothing needs fixing\./);
  expect(asked()).toBe(2);
});

it.each([
  ['nothing was checked, such as without a WordPress', ['not checked'], /^Nothing was checked\.$/],
  [
    'something was not checked',
    ['ok', 'not checked'],
    /^Nothing that was checked needs fixing; 1 not checked\./,
  ],
])('says so if %s', async (_, states, words) => {
  answer({ ...done, checks: done.checks.filter(({ state }) => states.includes(state)) });
  openScreen(<WordPressScreen />);
  expect(await screen.findByText(words)).toBeTruthy();
});

it('reports that the checks cannot be loaded', async () => {
  server.use(http.get('/api/admin/doctor', () => HttpResponse.json({ error: 'Down.' }, { status: 500 })));
  openScreen(<WordPressScreen />);
  expect(await screen.findByText('Failed to load the checks')).toBeTruthy();
});
