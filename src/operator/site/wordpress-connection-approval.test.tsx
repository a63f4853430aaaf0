import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { parseWordPressConnectionRequest } from '../../contracts/operators/wordpress-connection-calls.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { WordPressConnectionApproval } from './wordpress-connection-approval.tsx';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const TOKEN = 'a-token-of-the-plugin-0123456789abcdef';
const asked = (wordpress: string, token = TOKEN) => `#${new URLSearchParams({ wordpress, token })}`;

it.each([
  [asked('https://cms.example.com/'), 'https://cms.example.com'],
  [asked('https://example.com/blog?x#y'), 'https://example.com/blog'],
  [asked('https://ｅvil.example'), 'https://evil.example'],
  [asked('https://www.example.com@evil.example'), undefined],
  [asked('javascript:alert(1)'), undefined],
  [asked('https://cms.example.com', 'short'), undefined],
  ['#top', undefined],
])('%s asks for %s', (fragment, address) => {
  expect(parseWordPressConnectionRequest(fragment)?.address).toBe(address);
});

it('shows the address, keeps a refusal on the screen, and can be declined', async () => {
  server.use(
    http.post('/api/admin/wordpress/approve', () =>
      HttpResponse.json({ error: 'WordPress does not know this request.' }, { status: 409 }),
    ),
  );
  const at = `/admin/settings/wordpress${asked('https://cms.example.com')}`;
  renderScreen(<WordPressConnectionApproval connected="https://old.example.com" />, at);
  expect(screen.getByText('https://cms.example.com')).toBeTruthy();
  expect(screen.getByText('It replaces the connection to https://old.example.com.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('WordPress does not know this request.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
  expect(await screen.findByText(/^Nothing was connected\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
});

it('says that a request is incomplete', () => {
  renderScreen(<WordPressConnectionApproval connected={null} />, '/admin/settings/wordpress#token=short');
  expect(screen.getByText(/is not complete/)).toBeTruthy();
});
