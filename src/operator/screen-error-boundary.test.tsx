import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ScreenErrorBoundary } from './screen-error-boundary.tsx';
import { ScreenCodeMissingError } from './lazy-screen.ts';
import { renderScreen } from './testing/render-screen.tsx';

// React logs caught errors to the console.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

function Failing({ error }: { error: Error }): never {
  throw error;
}
/** Returns the text that the boundary shows; toasts appear elsewhere. */
const said = () => screen.queryByRole('button', { name: 'Reload' })?.parentElement?.textContent;
const at = (place: string, error?: Error) => (
  <>
    <p>The bar</p>
    <ScreenErrorBoundary place={place}>
      {error ? <Failing error={error} /> : <p>At {place}</p>}
    </ScreenErrorBoundary>
  </>
);

it('limits an error to its screen, explains what is lost, and recovers on another path', () => {
  const { show } = renderScreen(at('/one'));
  screen.getByText('At /one');
  show(at('/one', new TypeError('nothing is undefined')));
  screen.getByText('The bar');
  expect(said()).toContain('This screen failed');
  expect(said()).toContain('what was typed here and not sent is lost');
  expect(said()).toContain('(nothing is undefined)');

  show(at('/one'));
  expect(said()).toContain('This screen failed');
  show(at('/two'));
  screen.getByText('At /two');
  expect(said()).toBeUndefined();
  // Return to the screen that failed.
  show(at('/one'));
  screen.getByText('At /one');
});

it('catches an error that occurs during navigation', () => {
  const { show } = renderScreen(at('/one'));
  show(at('/two', new ScreenCodeMissingError('The site was renewed.')));
  expect(said()).toBe('This screen could not be loadedThe site was renewed.Reload');
  show(at('/three', new Error('another')));
  expect(said()).toContain('(another)');
  show(at('/one'));
  screen.getByText('At /one');
});
