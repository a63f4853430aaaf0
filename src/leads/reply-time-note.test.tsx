import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { ThemeProvider } from 'styled-components';
import { afterEach, expect, it, vi } from 'vitest';
import fixture from '../../fixtures/site-settings.json';
import { SiteSettingsContext } from '../content/site-settings-context.ts';
import { siteSettingsSchema } from '../contracts/site-settings.ts';
import { theme } from '../ui/theme/theme.ts';
import { ReplyTimeNote } from './reply-time-note.tsx';

const page = (
  <ThemeProvider theme={theme}>
    <SiteSettingsContext value={siteSettingsSchema.parse(fixture)}>
      <ReplyTimeNote />
    </SiteSettingsContext>
  </ThemeProvider>
);

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

it('renders no current state in cached HTML, and shows it in the browser', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-23T19:59:00-06:00') });
  const html = renderToString(page);
  expect(html).toContain('within about 10 minutes');
  expect(html).not.toMatch(/now open|closed/i);

  const root = document.createElement('div');
  root.innerHTML = html;
  document.body.append(root);
  const app = await act(async () => hydrateRoot(root, page));
  await act(async () => vi.advanceTimersByTime(1));
  expect(root.textContent).toContain('Now open, until 8 PM');

  await act(async () => vi.advanceTimersByTime(60_000));
  expect(root.textContent).toContain('I answer from 8 AM tomorrow');
  await act(async () => app.unmount());
});
