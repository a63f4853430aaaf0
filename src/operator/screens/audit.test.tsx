import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditLogResponse } from '../../contracts/operators/site-calls.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import AuditScreen from './audit.tsx';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(() => server.close());

it.each([
  [
    'the account',
    JSON.stringify({ account: 'nora@example.com' }),
    'account: nora@example.com',
    'an-internal-id',
  ],
  ['the id in entries of earlier releases', null, 'an-internal-id', 'account: nora@example.com'],
])('of an operator who was added, reset or removed, names %s', async (_what, detail, shown, hidden) => {
  const actions = ['operator-added', 'operator-reset', 'operator-removed'];
  const log: AuditLogResponse = {
    actions,
    operators: ['command line'],
    rows: actions.map((action) => ({
      id: action,
      at: 1_000,
      operator: 'command line',
      action,
      subject: 'an-internal-id',
      detail,
    })),
    total: 3,
    page: 1,
    pageSize: 50,
  };
  server.use(http.get('/api/admin/audit', () => HttpResponse.json(log)));
  renderScreen(<AuditScreen />, '/admin/audit');
  expect(await screen.findAllByText(shown)).toHaveLength(3);
  expect(screen.queryByText(hidden)).toBe(null);
});
