import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveEvent } from '../contracts/operators/operator-api.ts';
import { FakeEventSource } from './testing/fake-event-source.ts';
import { renderScreen } from './testing/render-screen.tsx';
import { useLiveEvents } from './live-stream.ts';

beforeEach(() => {
  vi.useFakeTimers();
  FakeEventSource.opened = [];
  vi.stubGlobal('EventSource', FakeEventSource);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Listener({ heard }: { heard: (event: LiveEvent | null) => void }) {
  return <p>{useLiveEvents(heard)}</p>;
}

const lead = { kind: 'lead', leadId: 'one', at: 1 } as const;
const stream = () => {
  const last = FakeEventSource.opened.at(-1);
  if (!last) throw new Error('No stream was opened.');
  return last;
};

it('opens one stream for all listeners, and closes it with the last one', () => {
  const [one, two] = [vi.fn<(event: LiveEvent | null) => void>(), vi.fn<(event: LiveEvent | null) => void>()];
  const { show, unmount } = renderScreen([
    <Listener key="1" heard={one} />,
    <Listener key="2" heard={two} />,
  ]);
  expect(FakeEventSource.opened.map(({ url }) => url)).toEqual(['/api/admin/live']);
  act(() => stream().accept());
  expect(screen.getAllByText('live')).toHaveLength(2);
  act(() => stream().say('lead', lead));
  expect(one.mock.calls).toEqual([[lead]]);
  expect(two.mock.calls).toEqual([[lead]]);
  show(<Listener key="1" heard={one} />);
  expect(stream().readyState).toBe(1);
  unmount();
  expect(stream().readyState).toBe(FakeEventSource.CLOSED);
});

it('notifies after a gap that events may have been missed', () => {
  const heard = vi.fn<(event: LiveEvent | null) => void>();
  renderScreen(<Listener heard={heard} />);
  act(() => stream().accept());
  expect(heard).not.toHaveBeenCalled();
  act(() => stream().fail());
  expect(screen.getByText('connecting')).toBeTruthy();
  act(() => stream().accept());
  expect(heard.mock.calls).toEqual([[null]]);
  expect(FakeEventSource.opened).toHaveLength(1);
});

/** Simulates hiding the tab or showing it again. */
function hideTab(hidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange'));
}

it('closes the stream while the tab is hidden, and notifies afterwards that events may have been missed', () => {
  const heard = vi.fn<(event: LiveEvent | null) => void>();
  renderScreen(<Listener heard={heard} />);
  act(() => stream().accept());
  act(() => hideTab(true));
  expect(stream().readyState).toBe(FakeEventSource.CLOSED);
  expect(screen.getByText('connecting')).toBeTruthy();
  vi.advanceTimersByTime(3_600_000);
  expect(FakeEventSource.opened).toHaveLength(1);

  act(() => hideTab(false));
  expect(FakeEventSource.opened).toHaveLength(2);
  expect(heard).not.toHaveBeenCalled();
  act(() => stream().accept());
  expect(screen.getByText('live')).toBeTruthy();
  act(() => stream().say('lead', lead));
  expect(heard.mock.calls).toEqual([[null], [lead]]);
  act(() => hideTab(false));
  expect(FakeEventSource.opened).toHaveLength(2);
});

it('opens no stream in a background tab until it is shown', () => {
  hideTab(true);
  const heard = vi.fn<(event: LiveEvent | null) => void>();
  const { unmount } = renderScreen(<Listener heard={heard} />);
  expect(FakeEventSource.opened).toEqual([]);
  act(() => hideTab(false));
  act(() => stream().accept());
  expect(heard.mock.calls).toEqual([[null]]);
  unmount();
  hideTab(false);
  expect(FakeEventSource.opened).toHaveLength(1);
});

it('cancels a retry when the tab is hidden, and reconnects at once when it is shown', () => {
  renderScreen(<Listener heard={() => {}} />);
  act(() => stream().fail({ refused: true }));
  act(() => hideTab(true));
  vi.advanceTimersByTime(120_000);
  expect(FakeEventSource.opened).toHaveLength(1);
  act(() => hideTab(false));
  expect(FakeEventSource.opened).toHaveLength(2);
});

it('retries with increasing delays when the server refuses', () => {
  const { unmount } = renderScreen(<Listener heard={() => {}} />);
  const waits = [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000];
  for (const [index, wait] of waits.entries()) {
    act(() => stream().fail({ refused: true }));
    vi.advanceTimersByTime(wait - 1);
    expect(FakeEventSource.opened).toHaveLength(index + 1);
    vi.advanceTimersByTime(1);
    expect(FakeEventSource.opened).toHaveLength(index + 2);
  }
  stream().fail({ refused: true });
  unmount();
  vi.advanceTimersByTime(120_000);
  expect(FakeEventSource.opened).toHaveLength(waits.length + 1);
});
