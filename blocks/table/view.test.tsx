import { render, screen } from '@testing-library/react';
import { ThemeProvider } from 'styled-components';
import { expect, it } from 'vitest';
import { theme } from '../../src/ui/theme/theme.ts';
import View from './view.tsx';

const table = (...names: string[]) => (
  <ThemeProvider theme={theme}>
    <View
      tone="paper"
      look="rows"
      title="Costs"
      head_a="What"
      head_b="How much"
      items={{ rows: names.map((a) => ({ a })) }}
    />
  </ThemeProvider>
);
const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

it('loses only the removed row, although another has the same name', () => {
  const { rerender } = render(table('Tax', 'Fee', 'Tax'));
  expect(names()).toEqual(['Tax', 'Fee', 'Tax']);
  rerender(table('Fee', 'Tax'));
  expect(names()).toEqual(['Fee', 'Tax']);
});
