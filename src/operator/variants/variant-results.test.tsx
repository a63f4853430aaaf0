import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { VariantVerdict, AbTestResults } from '../../contracts/variants/variant-results.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { AbTestResultPanels } from './variant-results.tsx';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

it('shows the results of variants in plain words', async () => {
  const rate = { value: 0.02, low: 0.01, high: 0.04 };
  const difference = { value: 0.03, low: 0.005, high: 0.055 };
  const compared = (verdict: VariantVerdict) => ({ difference, verdict });
  const variant = { visits: 1_000, leads: 20, rate };
  const results: AbTestResults = {
    tests: [
      {
        path: '/sell',
        title: 'Sell',
        running: true,
        since: Date.parse('2026-11-01T12:00:00Z'),
        variants: [
          { ...variant, name: 'Original', compared: null },
          { ...variant, name: 'B', compared: compared({ kind: 'better' }) },
          { ...variant, name: 'C', compared: compared({ kind: 'early', visits: 1_200 }) },
          { ...variant, name: 'D', compared: compared({ kind: 'too-few', visits: 42_000, days: 1_500 }) },
          { ...variant, name: 'E', compared: compared({ kind: 'too-few', visits: 9_000, days: 370 }) },
        ],
      },
    ],
  };
  server.use(http.get('/api/admin/variant-results', () => HttpResponse.json(results)));
  renderScreen(<AbTestResultPanels />);
  await screen.findByRole('heading', { name: 'Variants of Sell' });
  expect(screen.getByRole('row', { name: /^B/ }).textContent).toBe(
    'B1,000202 % (1 to 4)+3 points (+0.5 to +5.5)B is better',
  );
  expect(screen.getByText('Too early to say: about 1,200 more visits needed')).toBeTruthy();
  expect(
    screen.getByText(
      'Too few visits to ever know: about 42,000 more are needed, 4.1 years at the present rate',
    ),
  ).toBeTruthy();
  expect(screen.getByText(/about 9,000 more are needed, 1 year at/)).toBeTruthy();
  expect(screen.getByText(/about 21,000 of each layout/)).toBeTruthy();
  expect(screen.getByRole('row', { name: /^Original/ }).textContent).toContain('The page as it was');
});
