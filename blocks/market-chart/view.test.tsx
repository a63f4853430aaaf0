import { render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { ThemeProvider } from 'styled-components';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PropsOf } from '../../src/builder/block.ts';
import { PlacementKeyContext } from '../../src/builder/placement-context.ts';
import { theme } from '../../src/ui/theme/theme.ts';
import type block from './block.ts';
import View from './view.tsx';

const props: PropsOf<typeof block> = {
  tone: 'paper',
  title: 'Prices',
  measure: 'Median sale price',
  unit: 'dollars',
  look: 'line',
  items: {
    rows: [
      { month: '2026-09', value: 320_000 },
      { month: '2026-10', value: 318_000 },
    ],
  },
  as_of: '2026-10-31',
  source: 'Sample',
  shelf_life_days: 60,
};
const chart = (more: Partial<typeof props> = {}) => (
  <ThemeProvider theme={theme}>
    <PlacementKeyContext value="prices">
      <View {...props} {...more} />
    </PlacementKeyContext>
  </ThemeProvider>
);
const placed = chart();
const at = (date: string) => vi.setSystemTime(new Date(date));

afterEach(() => {
  vi.useRealTimers();
});

describe('market figures', () => {
  it('are shown as a chart and as a table, with their date and source', () => {
    render(placed);
    expect(screen.getByText('As of October 31, 2026. Source: Sample.')).toBeDefined();
    expect(screen.getByRole('heading', { level: 3 }).textContent).toBe(
      'Median sale price, September 2026 to October 2026: $320,000 to $318,000',
    );
    expect([...document.querySelectorAll('td')].map((cell) => cell.textContent)).toEqual([
      '$320,000',
      '$318,000',
    ]);
    expect(document.querySelectorAll('[style]')).toHaveLength(0);
  });

  it.each(['line', 'bars'] as const)('as %s lose only the removed one of two equal months', (look) => {
    const [first, second] = [
      { month: '2026-09', value: 1 },
      { month: '2026-10', value: 2 },
    ];
    const { rerender } = render(chart({ look, items: { rows: [first, second, first] } }));
    rerender(chart({ look, items: { rows: [second, first] } }));
    expect([...document.querySelectorAll('td')].map((cell) => cell.textContent)).toEqual(['$2', '$1']);
    expect(document.querySelectorAll(look === 'line' ? 'circle' : 'rect')).toHaveLength(2);
  });

  it('are marked as outdated, even on a page that was cached before', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    at('2026-11-15');
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(placed);
    const note = container.querySelector<HTMLElement>('[role=note]');
    expect(note?.hidden).toBe(true);
    at('2027-02-01');
    render(placed, { container, hydrate: true });
    expect(note?.hidden).toBe(false);
    expect(note?.textContent).toBe('These figures are from October 31, 2026; ask for current ones.');
    container.remove();
  });
});
