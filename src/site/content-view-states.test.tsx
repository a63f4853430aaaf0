import { render, screen } from '@testing-library/react';
import { ThemeProvider } from 'styled-components';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { theme } from '../ui/theme/theme.ts';
import { isContentViewerPath } from '../contracts/content-view.ts';
import { ContentErrorState, ContentLoading, ContentNotFound } from './content-view-states.tsx';

const show = (state: ReactNode) => render(<ThemeProvider theme={theme}>{state}</ThemeProvider>);

describe('the content viewer', () => {
  it('shows a loading message and a placeholder for the hero', () => {
    const { container } = show(<ContentLoading />);
    expect(screen.getByRole('status').textContent).toBe('Loading content…');
    expect(container.querySelector('[aria-hidden=true]')).not.toBeNull();
  });
  it.each([
    ['503: busy', '503: busy'],
    [
      '503: {"code":"content_unavailable","message":"WordPress was not read yet.","data":{"status":503}}',
      'WordPress was not read yet.',
    ],
    ['500: {"error":"Something went wrong."}', 'Something went wrong.'],
    ['502: <html><h1>Bad Gateway</h1></html>', 'The server answered with status 502.'],
    ['503: {"cut', 'The server answered with status 503.'],
    ['Failed to fetch', 'Failed to fetch'],
  ])('shows the error %s in words, and another try', async (message, words) => {
    const retry = vi.fn();
    show(<ContentErrorState error={new Error(message)} onRetry={retry} />);
    expect(screen.getByRole('alert').textContent).toBe(`Error loading content: ${words}`);
    screen.getByRole('button', { name: 'Try again' }).click();
    expect(retry).toHaveBeenCalledOnce();
  });
  it('shows that there is no such page', () => {
    show(<ContentNotFound />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Content not found');
  });
  it('is used only at its own paths', () => {
    for (const path of ['/wp/about', '/wp-buy', '/wp-contact/']) expect(isContentViewerPath(path)).toBe(true);
    for (const path of ['/wp', '/wp-json', '/wp/a/b', '/buy', '/wp-home'])
      expect(isContentViewerPath(path)).toBe(false);
  });
});
