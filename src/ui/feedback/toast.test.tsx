import { act, fireEvent, render, screen } from '@testing-library/react';
import { ThemeProvider } from 'styled-components';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { theme } from '../theme/theme.ts';
import { SWIPE_THRESHOLD_PX, Toaster } from './toast.tsx';
import { dismissToast, showToast, TOAST_DURATION_MS, type Toast } from './toast-store.ts';

const saved: Toast = { kind: 'success', title: 'Saved', text: 'All is well.' };
const failed: Toast = { kind: 'error', title: 'Failed', text: 'Try again.' };

const show = (toast: Toast) => act(() => showToast(toast));
const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const shown = (toast: Toast) => screen.queryByText(toast.title);
const slipOf = (toast: Toast) => {
  const slip = screen.getByText(toast.title).closest<HTMLElement>('[data-edge]');
  if (!slip) throw new Error(`The toast ${toast.title} has no edge.`);
  return slip;
};

function setUp(toasters = 1) {
  return render(
    <ThemeProvider theme={theme}>
      <form aria-label="Form">
        <input aria-label="Field" />
        {Array.from({ length: toasters }, (_, index) => (
          <Toaster key={index} />
        ))}
      </form>
    </ThemeProvider>,
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  // jsdom does not implement pointer capture.
  HTMLElement.prototype.setPointerCapture = vi.fn();
});
afterEach(() => {
  act(() => dismissToast());
  vi.useRealTimers();
});

it('is visible for 5 seconds, one at a time', () => {
  expect(TOAST_DURATION_MS).toBe(5_000);
  setUp();
  show(saved);
  wait(4_000);
  show(failed);
  expect(shown(saved)).toBeNull();
  wait(4_999);
  expect(shown(failed)).not.toBeNull();
  wait(1);
  expect(shown(failed)).toBeNull();
});

it('restarts when the same toast is shown again', () => {
  setUp();
  show(saved);
  wait(4_000);
  show(saved);
  wait(4_000);
  expect(shown(saved)).not.toBeNull();
});

it('renders once, in live regions that already exist outside the form', () => {
  setUp(3);
  const polite = screen.getByRole('status');
  const urgent = screen.getByRole('alert');
  expect(polite.closest('form')).toBeNull();
  show(saved);
  expect(polite.textContent).toContain('Saved');
  expect(urgent.textContent).toBe('');
  show(failed);
  expect(polite.textContent).toBe('');
  expect(urgent.textContent).toContain('FailedTry again.');
});

it('continues in another toaster when the one that rendered it is unmounted', () => {
  const { rerender } = render(
    <ThemeProvider theme={theme}>
      <Toaster key="a" />
      <Toaster key="b" />
    </ThemeProvider>,
  );
  rerender(
    <ThemeProvider theme={theme}>
      <Toaster key="b" />
    </ThemeProvider>,
  );
  show(saved);
  expect(shown(saved)).not.toBeNull();
});

it('pauses its timer while it is hovered or focused, or the tab is hidden', () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  setUp();
  show(saved);
  wait(3_000);

  fireEvent.pointerEnter(slipOf(saved));
  wait(60_000);
  fireEvent.pointerLeave(slipOf(saved));
  wait(500);

  act(() => screen.getByRole('button', { name: 'Close' }).focus());
  wait(60_000);
  act(() => screen.getByLabelText('Field').focus());
  wait(500);

  hidden.mockReturnValue(true);
  fireEvent(document, new Event('visibilitychange'));
  wait(60_000);
  hidden.mockReturnValue(false);
  fireEvent(document, new Event('visibilitychange'));

  wait(999);
  expect(shown(saved)).not.toBeNull();
  wait(1);
  expect(shown(saved)).toBeNull();
  hidden.mockRestore();
});

it('is dismissed by its button and by Escape, and restores the focus', () => {
  setUp();
  const field = screen.getByLabelText('Field');
  field.focus();
  show(saved);
  const close = screen.getByRole('button', { name: 'Close' });
  act(() => close.focus());
  fireEvent.click(close);
  expect(shown(saved)).toBeNull();
  expect(document.activeElement).toBe(field);

  show(saved);
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(shown(saved)).toBeNull();
});

it('is dismissed only by a swipe to the right of more than 50 px', () => {
  expect(SWIPE_THRESHOLD_PX).toBe(50);
  setUp();
  show(saved);
  const sweep = (way: number, end: 'pointerUp' | 'pointerCancel' = 'pointerUp') => {
    const slip = slipOf(saved);
    const at = { pointerId: 1, isPrimary: true, button: 0, buttons: 1 };
    fireEvent.pointerDown(slip, { ...at, clientX: 100 });
    fireEvent.pointerMove(slip, { ...at, clientX: 100 + way });
    if (way > 10) expect(slip.style.translate).toBe(`${way}px`);
    fireEvent[end](slip, { ...at, clientX: 100 + way });
    return slip;
  };
  expect(sweep(50).style.translate).toBe('');
  sweep(-200);
  sweep(90, 'pointerCancel');
  expect(shown(saved)).not.toBeNull();
  sweep(51);
  expect(shown(saved)).toBeNull();
});

it('is at the edge farther from the focus', () => {
  setUp();
  const field = screen.getByLabelText('Field');
  const at = vi.spyOn(field, 'getBoundingClientRect');
  at.mockReturnValue(new DOMRect(0, 700, 300, 48));
  field.focus();
  show(saved);
  expect(slipOf(saved).dataset['edge']).toBe('top');
  at.mockReturnValue(new DOMRect(0, 50, 300, 48));
  fireEvent.focusIn(field);
  expect(slipOf(saved).dataset['edge']).toBe('bottom');
});
