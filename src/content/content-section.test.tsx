import { render, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { pageEntityQueryKey } from './content-paths.ts';
import { ContentSection } from './content-section.tsx';
import { createQueryClient } from './query-client.ts';
import { createWordPressWrapper } from './testing/render-content.tsx';
import { restPageExample } from './testing/rest-examples.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const answerPage = () =>
  server.use(http.get('/wp-json/wp/v2/pages', () => HttpResponse.json([restPageExample])));

test('shows the skeleton while loading, then the field’s HTML', async () => {
  answerPage();
  const { container } = render(
    <h1>
      <ContentSection page="home" section="hero_title" fallback="Fallback" skeleton="Skeleton" />
    </h1>,
    { wrapper: createWordPressWrapper() },
  );
  expect(container.textContent).toBe('Skeleton');
  await screen.findByText('your');
  expect(container.innerHTML).toBe('<h1>Find <em>your</em> home</h1>');
});

test('shows the fallback while loading if there is no skeleton', async () => {
  answerPage();
  const { container } = render(<ContentSection page="home" section="hero_title" fallback="Fallback" />, {
    wrapper: createWordPressWrapper(),
  });
  expect(container.textContent).toBe('Fallback');
  await screen.findByText('your');
});

test.each(['no_such_field', 'hero_desc'])(
  'shows the fallback and logs an error if %s is empty',
  async (section) => {
    const note = vi.spyOn(console, 'error').mockImplementation(() => {});
    answerPage();
    render(<ContentSection page="home" section={section} fallback={<b>Fallback</b>} skeleton="Skeleton" />, {
      wrapper: createWordPressWrapper(),
    });
    await screen.findByText('Fallback');
    expect(note).toHaveBeenCalledExactlyOnceWith('Content section not found', `home: ${section}`);
    note.mockRestore();
  },
);

test('shows nothing and logs an error without a page and a fallback', async () => {
  const note = vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(http.get('/wp-json/wp/v2/pages', () => HttpResponse.json([])));
  const { container } = render(<ContentSection page="nowhere" section="hero_title" skeleton="Skeleton" />, {
    wrapper: createWordPressWrapper(),
  });
  await waitFor(() => expect(container.innerHTML).toBe(''));
  expect(note).toHaveBeenCalledExactlyOnceWith('Content section not found', 'nowhere: hero_title');
  note.mockRestore();
});

test('shows the fallback after a failed request, and logs the request and the section', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(http.get('/wp-json/wp/v2/pages', () => new HttpResponse('down', { status: 500 })));
  render(<ContentSection page="home" section="hero_title" fallback="Fallback" skeleton="Skeleton" />, {
    wrapper: createWordPressWrapper(),
  });
  await screen.findByText('Fallback');
  expect(log.mock.calls.map(([message, what]) => [message, what])).toEqual([
    ['Failed to fetch page', 'home'],
    ['Failed to load content', 'home: hero_title'],
  ]);
  log.mockRestore();
});

test('sections of one page share one request', async () => {
  let asked = 0;
  server.use(
    http.get('/wp-json/wp/v2/pages', () => {
      asked += 1;
      return HttpResponse.json([restPageExample]);
    }),
  );
  const { container } = render(
    <>
      <ContentSection page="home" section="hero_title" />
      <ContentSection page="home" section="hero_title" />
    </>,
    { wrapper: createWordPressWrapper() },
  );
  await waitFor(() => expect(container.querySelectorAll('em')).toHaveLength(2));
  expect(asked).toBe(1);
});

test('shows a cached page at once, without a request', () => {
  const client = createQueryClient();
  client.setQueryData(pageEntityQueryKey('home'), { acf: { hero_title: '<i>Kept</i>' } });
  const fetched = vi.spyOn(globalThis, 'fetch');
  const { container } = render(<ContentSection page="home" section="hero_title" skeleton="Skeleton" />, {
    wrapper: createWordPressWrapper(client),
  });
  expect(container.innerHTML).toBe('<i>Kept</i>');
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockRestore();
});
