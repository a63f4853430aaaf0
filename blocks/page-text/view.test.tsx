import { render, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { MemoryRouter } from 'react-router-dom';
import { ThemeProvider } from 'styled-components';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createWordPressWrapper } from '../../src/content/testing/render-content.tsx';
import { restPageExample } from '../../src/content/testing/rest-examples.ts';
import { theme } from '../../src/ui/theme/theme.ts';
import PageTextView from './view.tsx';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const page = { path: '/home', title: 'Home' };
const FALLBACK = '<p>Ask me.</p>';

function show(html: string | null, field: string) {
  const Wrapper = createWordPressWrapper();
  return render(
    <MemoryRouter>
      <ThemeProvider theme={theme}>
        <Wrapper>
          <PageTextView
            tone="paper"
            title="Shared"
            page={page}
            field={field}
            html={html}
            fallback={FALLBACK}
          />
        </Wrapper>
      </ThemeProvider>
    </MemoryRouter>,
  );
}

it('shows the text that the server has found, without a request', async () => {
  show('<p>From <em>there</em>.</p>', 'hero_title');
  expect((await screen.findByText('there')).tagName).toBe('EM');
  expect(screen.queryByText('Ask me.')).toBeNull();
});

it('shows the fallback while the application looks for the field, then the field', async () => {
  server.use(http.get('/wp-json/wp/v2/pages', () => HttpResponse.json([restPageExample])));
  show(null, 'hero_title');
  await screen.findByText('Ask me.');
  expect((await screen.findByText('your')).tagName).toBe('EM');
  expect(screen.queryByText('Ask me.')).toBeNull();
});

it.each([
  ['there is no such field', 'Content section not found', () => HttpResponse.json([restPageExample])],
  ['the request fails', 'Failed to load content', () => new HttpResponse('down', { status: 500 })],
])('keeps the fallback and logs an error if %s', async (_what, message, answer) => {
  const note = vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(http.get('/wp-json/wp/v2/pages', answer));
  show(null, 'no_such_field');
  await expect.poll(() => note).toHaveBeenCalledWith(message, 'home: no_such_field');
  await screen.findByText('Ask me.');
  note.mockRestore();
});
