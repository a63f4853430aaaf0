import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dismissToast } from '../../../ui/feedback/toast-store.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { COPIED_MESSAGE_MS, CopyButton } from './copy-button.tsx';

const write = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { clipboard: { writeText: write } });
});
afterEach(() => {
  act(() => dismissToast());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const press = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: /Cop/ })));

it('copies, confirms it for two seconds, and can copy again', async () => {
  write.mockResolvedValue();
  renderScreen(<CopyButton text="https://example.com/api" what="webhook URL" />);
  await press();
  expect(write).toHaveBeenCalledExactlyOnceWith('https://example.com/api');
  expect(COPIED_MESSAGE_MS).toBe(2_000);
  const button = screen.getByRole('button', { name: 'Copied webhook URL' });
  act(() => void vi.advanceTimersByTime(1_999));
  expect(button.textContent).toContain('Copied');
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getByRole('button', { name: 'Copy webhook URL' })).toBe(button);
});

it('reports that the browser refused, and does not confirm', async () => {
  write.mockRejectedValue(new DOMException('No.', 'NotAllowedError'));
  renderScreen(<CopyButton text="x" what="webhook URL" />);
  await press();
  expect(screen.getByText('Failed to copy')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy webhook URL' })).toBeTruthy();
});
