import { act, render, waitFor } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { ThemeProvider } from 'styled-components';
import { expect, it } from 'vitest';
import { RichText } from './rich-text.tsx';
import { theme } from '../theme/theme.ts';

const TABLE = '<table><tbody><tr><td>x</td></tr></tbody></table>';
const view = (html: string) => (
  <ThemeProvider theme={theme}>
    <RichText html={html} />
  </ThemeProvider>
);

it('keeps the server’s elements during hydration, and parses later changes', async () => {
  const place = document.createElement('div');
  document.body.append(place);
  place.innerHTML = '<div><em>The server wrote this.</em></div>';
  const words = place.querySelector('em');
  const root = await act(() => hydrateRoot(place, view('<em>Source</em>')));
  expect(place.querySelector('em')).toBe(words);
  act(() => root.render(view(TABLE)));
  await waitFor(() => expect(place.querySelector('[role=group] td')?.textContent).toBe('x'));
  act(() => root.unmount());
  place.remove();
});

it('parses HTML at once if the server did not render it', async () => {
  const { container } = render(view(TABLE));
  await waitFor(() => expect(container.querySelector('[role=group]')).not.toBeNull());
});
