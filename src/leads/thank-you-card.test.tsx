import { fireEvent, render, screen } from '@testing-library/react';
import { ThemeProvider } from 'styled-components';
import { expect, it, vi } from 'vitest';
import { theme } from '../ui/theme.ts';
import { ThankYouCard } from './thank-you-card.tsx';

const received = [
  { label: 'Name', value: 'Ann Sample' },
  { label: 'Phone', value: '' },
];

it('shows the submitted values, without empty ones', () => {
  render(
    <ThemeProvider theme={theme}>
      <ThankYouCard title="Thank You!" text="Received." received={received} page="/buy" />
    </ThemeProvider>,
  );
  expect(screen.getByRole('heading', { name: 'Thank You!' }).tabIndex).toBe(-1);
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Name']);
  expect(screen.getAllByRole('definition').map((value) => value.textContent)).toEqual(['Ann Sample']);
});

it('links back to the page, and returns to the form in place with script', () => {
  const onAgain = vi.fn();
  render(
    <ThemeProvider theme={theme}>
      <ThankYouCard title="Thank You!" text="Received." received={received} page="/buy" onAgain={onAgain} />
    </ThemeProvider>,
  );
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Submit Another Request' });
  expect(button.form?.getAttribute('action')).toBe('/buy');
  expect(button.form && fireEvent.submit(button.form)).toBe(false);
  expect(onAgain).toHaveBeenCalledOnce();
});
