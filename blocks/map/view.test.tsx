import { render, screen } from '@testing-library/react';
import { ThemeProvider } from 'styled-components';
import { expect, it } from 'vitest';
import { theme } from '../../src/ui/theme/theme.ts';
import View from './view.tsx';

const map = (...names: string[]) => (
  <ThemeProvider theme={theme}>
    <View
      tone="sand"
      title="Where I work"
      image={{ src: '/scenes/map.svg', width: 1200, height: 900, alt: 'A map' }}
      places={{ rows: names.map((name) => ({ name, x: 50, y: 50, side: 'below' })) }}
      figures={{ rows: [] }}
    />
  </ThemeProvider>
);
const names = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

it('loses only the removed place, although another has the same name', () => {
  const { rerender } = render(map('Ames', 'Ankeny', 'Ames'));
  expect(names()).toEqual(['Ames', 'Ankeny', 'Ames']);
  rerender(map('Ankeny', 'Ames'));
  expect(names()).toEqual(['Ankeny', 'Ames']);
});
