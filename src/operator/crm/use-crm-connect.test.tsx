import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dismissToast } from '../../ui/feedback/toast-store.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import {
  openConnectPopup,
  POPUP_POLL_MS,
  POPUP_REFETCH_DELAY_MS,
  onPopupClosed,
  useCrmConnect,
} from './use-crm-connect.ts';

const open = vi.fn<(...given: string[]) => Window | null>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('open', open);
  open.mockReset();
});
afterEach(() => {
  act(() => dismissToast());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('checks every 500 ms whether the pop-up is closed, then waits one second', () => {
  expect([POPUP_POLL_MS, POPUP_REFETCH_DELAY_MS]).toEqual([500, 1_000]);
  const popup = { closed: false };
  const done = vi.fn<() => void>();
  onPopupClosed(popup, done);
  vi.advanceTimersByTime(60_000);
  popup.closed = true;
  vi.advanceTimersByTime(499 + 1_000);
  expect(done).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(done).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  expect(done).toHaveBeenCalledOnce();
});

it('does nothing after it is stopped', () => {
  const done = vi.fn<() => void>();
  const stop = onPopupClosed({ closed: true }, done);
  vi.advanceTimersByTime(700);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(done).not.toHaveBeenCalled();
});

it('opens a window of 800 by 700 pixels for the given location', () => {
  open.mockReturnValue(null);
  openConnectPopup();
  openConnectPopup('a b');
  expect(open.mock.calls.map(([address]) => address)).toEqual([
    '/api/oauth/start',
    '/api/oauth/start?locationId=a%20b',
  ]);
  expect(open.mock.calls[0]?.[2]).toMatch(/\bwidth=800,height=700\b/);
});

function Connecting() {
  const { connect, waiting } = useCrmConnect();
  return (
    <button type="button" onClick={() => connect()}>
      {waiting ? 'Waiting' : 'Connect'}
    </button>
  );
}

it('reports that the pop-up was blocked, and what to do', () => {
  open.mockReturnValue(null);
  renderScreen(<Connecting />);
  fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
  expect(screen.getByText('Pop-up Blocked')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('allow pop-ups');
  expect(screen.getByRole('button', { name: 'Connect' })).toBeTruthy();
});

it('refetches the statuses one second after the pop-up closes', () => {
  const popup = Object.assign(Object.create(window), { focus: () => {} });
  Object.defineProperty(popup, 'closed', { value: false, writable: true });
  open.mockReturnValue(popup);
  const { answers } = renderScreen(<Connecting />);
  const renew = vi.spyOn(answers, 'invalidateQueries');
  fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
  expect(screen.getByRole('button', { name: 'Waiting' })).toBeTruthy();
  popup.closed = true;
  act(() => void vi.advanceTimersByTime(POPUP_POLL_MS + POPUP_REFETCH_DELAY_MS - 1));
  expect(renew).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(1));
  expect(renew).toHaveBeenCalledWith({ queryKey: ['/api/oauth/status'] });
  expect(screen.getByRole('button', { name: 'Connect' })).toBeTruthy();
});
