import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type {
  WordPressConnectionInfo,
  WordPressConnectionState,
} from '../../contracts/operators/wordpress-connection-calls.ts';
import type { DoctorReport } from '../../contracts/operators/doctor.ts';
import { renderScreen } from '../testing/render-screen.tsx';
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
    {
      id: 'differences',
      label: 'Shown otherwise than in WordPress',
      state: 'failed',
      detail: '3 of 9 texts have something that visitors do not see as in WordPress.',
      items: [
        {
          text: 'A form of WPForms, in 3 texts.',
          places: [
            { title: 'Roofs', path: '/roofs', link: 'https://cms.example.com/wp-admin/post.php?post=7' },
          ],
          more: 2,
        },
      ],
    },
    { id: 'clock', label: 'Clocks', state: 'not checked', detail: 'WordPress sends no Date header.' },
  ],
};

const environment: WordPressConnectionState = {
  source: 'environment',
  site: 'https://cms.example.com',
  connection: null,
  move: null,
};
const stored: WordPressConnectionInfo = {
  site: 'https://cms.example.com',
  username: 'anna',
  hasSecret: false,
  isReadable: true,
  inUse: false,
  fault: null,
  connectedBy: 'Olive Operator',
  connectedAt: Date.now(),
};

/** Responds with each state of the connection in turn, and then always with the last one. */
function connect(...states: WordPressConnectionState[]): void {
  let asked = 0;
  server.use(
    http.get('/api/admin/wordpress', () => {
      asked += 1;
      return HttpResponse.json(states[Math.min(asked, states.length) - 1]);
    }),
  );
}
beforeEach(() => connect(environment));

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
  renderScreen(<WordPressScreen />);
  await screen.findByText('Checking WordPress…');
  await screen.findByText('1 value is not shown as written.');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Content of this site',
    'Checks',
    'Failed',
    'OK',
    'Not checked',
  ]);
  expect(screen.getByText('Correct each on its edit screen.')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Home › hero_image: media 81 is not public.' });
  expect(link.getAttribute('href')).toBe('https://cms.example.com/edit');
  expect(screen.getByText(/^2 checks failed, 0 warnings\. Checked/)).toBeTruthy();
});

it('leads to each place of a finding and to its edit screen, and says how many more there are', async () => {
  answer(done);
  renderScreen(<WordPressScreen />);
  await userEvent.click(await screen.findByText('Where (3)'));
  expect(screen.getByRole('link', { name: 'Roofs' }).getAttribute('href')).toBe('/roofs');
  expect(screen.getByRole('link', { name: 'Edit “Roofs” in WordPress' }).getAttribute('href')).toBe(
    'https://cms.example.com/wp-admin/post.php?post=7',
  );
  expect(screen.getByText('and 2 more')).toBeTruthy();
});

it('checks again on request, and reports that nothing is wrong', async () => {
  const asked = answer(done, { ...done, checks: done.checks.filter(({ state }) => state === 'ok') });
  renderScreen(<WordPressScreen />);
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
  renderScreen(<WordPressScreen />);
  expect(await screen.findByText(words)).toBeTruthy();
});

it('reports that the checks cannot be loaded', async () => {
  server.use(http.get('/api/admin/doctor', () => HttpResponse.json({ error: 'Down.' }, { status: 500 })));
  renderScreen(<WordPressScreen />);
  expect(await screen.findByText('Failed to load the checks')).toBeTruthy();
});

it('says that environment variables decide, and offers nothing to change', async () => {
  answer(done);
  renderScreen(<WordPressScreen />);
  expect(await screen.findByText('WORDPRESS_API_URL')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Connect WordPress' })).toBeNull();
});

it('asks for the address of a WordPress, says what is wrong with it, and keeps it', async () => {
  connect({ source: 'embedded', site: null, connection: null, move: null });
  const error = 'WordPress at https://cms.example.com has application passwords turned off.';
  server.use(http.post('/api/admin/wordpress/start', () => HttpResponse.json({ error }, { status: 409 })));
  renderScreen(<WordPressScreen />);
  const field = await screen.findByRole('textbox', { name: /Address of your WordPress/ });
  await userEvent.type(field, 'cms.example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Connect WordPress' }));
  expect(await screen.findByText(error)).toBeTruthy();
  expect(field).toHaveProperty('value', 'cms.example.com');
  expect(screen.queryByRole('heading', { name: 'Checks' })).toBeNull();
});

it('moves the content after a question, shows each step, and what was left out', async () => {
  const own = { source: 'embedded', site: null, connection: stored } as const;
  const move = {
    state: 'writing',
    done: 3,
    total: 12,
    step: 'create the page /about',
    notes: [],
    fault: null,
  } as const;
  const note = 'The menu “footer” exists. It stays.';
  const states = {
    before: { ...own, move: null },
    writing: { ...own, move },
    done: {
      source: 'connection',
      site: stored.site,
      connection: { ...stored, inUse: true },
      move: { ...move, state: 'done', done: 12, step: null, notes: [note] },
    },
  } as const;
  let stage: keyof typeof states = 'before';
  answer(done);
  server.use(
    http.get('/api/admin/wordpress', () => HttpResponse.json(states[stage])),
    http.post('/api/admin/wordpress/move', () => {
      stage = 'writing';
      return HttpResponse.json({ ok: true });
    }),
  );
  renderScreen(<WordPressScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Move the content to WordPress' }));
  await userEvent.click(screen.getByRole('button', { name: 'Move the content' }));
  expect(await screen.findByText('Step 4 of 12: create the page /about')).toBeTruthy();
  expect(screen.getByRole('progressbar')).toHaveProperty('value', 3);
  stage = 'done';
  expect(await screen.findByText(/^Moved in 12 steps/)).toBeTruthy();
  expect(screen.getByText(note)).toBeTruthy();
  expect(
    screen.getByText('The site shows the content of WordPress at https://cms.example.com.'),
  ).toBeTruthy();
});

it('says that WordPress kept the password, also when the site is disconnected', async () => {
  const own = { source: 'embedded', site: null, move: null } as const;
  connect({ ...own, connection: stored }, { ...own, connection: null });
  server.use(
    http.post('/api/admin/wordpress/disconnect', () => HttpResponse.json({ deletedInWordPress: false })),
  );
  renderScreen(<WordPressScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Disconnect' }));
  await userEvent.click(screen.getAllByRole('button', { name: 'Disconnect' }).at(-1) ?? document.body);
  await screen.findByRole('button', { name: 'Connect WordPress' });
  const message = screen.getByText(/^Disconnected here\. WordPress did not delete the password/);
  expect(message.closest('dialog')).toBeNull();
});

it('says why the site went back to its own content', async () => {
  const fault = 'WordPress at https://cms.example.com cannot be reached.';
  connect({ source: 'embedded', site: null, connection: { ...stored, fault }, move: null });
  renderScreen(<WordPressScreen />);
  expect(await screen.findByText(`${fault} The site shows its own content.`)).toBeTruthy();
});

it('takes the shared secret, and refuses one that cannot be right', async () => {
  connect({ source: 'embedded', site: null, connection: stored, move: null });
  const sent: unknown[] = [];
  server.use(
    http.post('/api/admin/wordpress/secret', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ error: 'The secret has at least 32 characters.' }, { status: 422 });
    }),
  );
  renderScreen(<WordPressScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Type the secret' }));
  await userEvent.type(screen.getByRole('textbox', { name: /Shared secret/ }), 'short');
  await userEvent.click(screen.getByRole('button', { name: 'Save the secret' }));
  expect(await screen.findByText('The secret has at least 32 characters.')).toBeTruthy();
  expect(sent).toEqual([{ secret: 'short' }]);
});
