import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { formatGoodViewShare, VitalsTable } from './vitals-table.tsx';

it('shows the share of good views by kind of page, in plain words', () => {
  renderScreen(
    <VitalsTable
      vitals={[
        { page: 'post', metric: 'LCP', good: 3, measured: 4 },
        { page: 'home', metric: 'CLS', good: 1_234, measured: 1_234 },
        { page: 'home', metric: 'INP', good: 0, measured: 7 },
        { page: 'home', metric: 'LCP', good: 999, measured: 1_000 },
      ]}
    />,
  );
  const textsOf = (role: string, row?: HTMLElement) =>
    (row ? within(row) : screen).getAllByRole(role).map(({ textContent }) => textContent);
  expect(textsOf('columnheader')).toEqual(['Kind of page', 'Loads fast', 'Answers fast', 'Stays still']);
  const [, ...rows] = screen.getAllByRole('row');
  expect(rows.map((row) => textsOf('cell', row))).toEqual([
    ['Home page', '99 %of 1,000 views', '0 %of 7 views', '100 %of 1,234 views'],
    ['Posts', '75 %of 4 views', '–', '–'],
  ]);
  expect(screen.getByText(/^Loads fast: .* within 2\.5 seconds \(LCP\)\.$/)).toBeTruthy();
  expect(screen.getByText(/^Answers fast: .* within 0\.2 seconds \(INP\)\.$/)).toBeTruthy();
  expect(screen.getByText(/^Stays still: .* at most 0\.1 \(CLS\)\.$/)).toBeTruthy();
});

it('says why there are no figures yet', () => {
  renderScreen(<VitalsTable vitals={[]} />);
  expect(screen.getByText('Nothing measured in this time')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

it('rounds shares down, so that 100 % means all', () => {
  expect(formatGoodViewShare({ good: 1_999, measured: 2_000 })).toBe('99 %');
  expect(formatGoodViewShare({ good: 29, measured: 50 })).toBe('58 %');
});
