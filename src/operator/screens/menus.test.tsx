import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import MenusScreen from './menus.tsx';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const item = { id: 1, title: 'Buy', url: '/buy', parent: 0 };
const SAVED = 'Saved. Every page shows it.';

it('counts what is changed during a save as unsaved', async () => {
  const answer: (() => void)[] = [];
  server.use(
    http.get('/api/admin/site/menus', () =>
      HttpResponse.json({
        source: 'embedded',
        menus: [{ location: 'primary', base: 1, items: [item] }],
        paths: [],
      }),
    ),
    http.post('/api/admin/site/menus', async () => {
      await new Promise<void>((resolve) => {
        answer.push(resolve);
      });
      return HttpResponse.json({ base: answer.length + 1 });
    }),
  );
  renderScreen(<MenusScreen />);
  const save = await screen.findByText('Save the header menu');
  const title = screen.getByLabelText('Title');
  const type = (value: string) => fireEvent.change(title, { target: { value } });
  const asksBeforeLeaving = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(asksBeforeLeaving()).toBe(false);
  type('Buy a home');
  expect(asksBeforeLeaving()).toBe(true);
  fireEvent.click(save);
  await waitFor(() => expect(answer).toHaveLength(1));
  type('Buy a house');
  expect(save).toHaveProperty('ariaDisabled', 'true');
  answer[0]?.();
  await waitFor(() => expect(save.textContent).toBe('Save the header menu'));
  expect(asksBeforeLeaving()).toBe(true);
  expect(screen.queryByText(SAVED)).toBeNull();
  fireEvent.click(save);
  await waitFor(() => expect(answer).toHaveLength(2));
  answer[1]?.();
  await screen.findByText(SAVED);
  expect(asksBeforeLeaving()).toBe(false);
});

it('shows a menu that is too long, and names the item to shorten before it can be saved', async () => {
  const long = { ...item, id: 2, title: 'Long '.repeat(30).trim() };
  server.use(
    http.get('/api/admin/site/menus', () =>
      HttpResponse.json({
        source: 'embedded',
        menus: [{ location: 'footer', base: 1, items: [item, long] }],
        paths: [],
      }),
    ),
  );
  renderScreen(<MenusScreen />);
  const save = await screen.findByText('Save the footer menu');
  const words = 'The title of item 2 has more than 100 characters. Shorten it.';
  expect(screen.getByText(words)).toBeTruthy();
  expect(save).toHaveProperty('ariaDisabled', 'true');
  fireEvent.change(screen.getByDisplayValue(long.title), { target: { value: 'Short' } });
  expect(screen.queryByText(words)).toBeNull();
});
