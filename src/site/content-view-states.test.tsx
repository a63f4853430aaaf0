import { render, screen } from '@testing-library/react';
import { ThemeProvider } from 'styled-components';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { theme } from '../ui/theme.ts';
import { isContentView } from '../contracts/content-view.ts';
import { ViewerFailed, ViewerLoading, ViewerNotFound } from './content-view-states.tsx';

const show = (state: ReactNode) => render(<ThemeProvider theme={theme}>{state}</ThemeProvider>);

describe('the content viewer', () => {
  it('shows a loading message and a placeholder for the hero', () => {
    const { container } = show(<ViewerLoading />);
    expect(screen.getByRole('status').textContent).toBe('Loading content…');
    expect(container.querySelector('[aria-hidden=true]')).not.toBeNull();
  });
  it('shows an error message', () => {
    show(<ViewerFailed error={new Error('503: busy')} />);
    expect(screen.getByRole('alert').textContent).toBe('Error loading content: 503: busy');
  });
  it('shows that there is no such page', () => {
    show(<ViewerNotFound />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Content not found');
  });
  it('is used only at its own paths', () => {
    for (const path of ['/wp/about', '/wp-buy', '/wp-contact/']) expect(isContentView(path)).toBe(true);
    for (const path of ['/wp', '/wp-json', '/wp/a/b', '/buy', '/wp-home'])
      expect(isContentView(path)).toBe(false);
  });
});
