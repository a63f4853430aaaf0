import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { Timestamp } from './timestamp.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 5, 1) });
});
afterEach(() => {
  vi.useRealTimers();
});

it('shows the year of a time that is in another year in the site’s time zone', () => {
  renderScreen(<Timestamp at={Date.UTC(2026, 0, 1, 3)} relative={false} />);
  expect(screen.getByRole('time').textContent.trim()).toBe('Dec 31, 2025, 9:00 PM');
});
