import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ServerSearchField } from './server-search-field.tsx';

/** Shows the field. `arrive` renders it with a value from the URL. */
function searchField() {
  vi.useFakeTimers();
  const onSearch = vi.fn<(text: string) => void>();
  const field = (value: string) => <ServerSearchField value={value} placeholder="Name" onSearch={onSearch} />;
  const { show } = renderScreen(field(''));
  const input = screen.getByRole('searchbox');
  return {
    input,
    onSearch,
    arrive: (value: string) => show(field(value)),
    type: (value: string) => fireEvent.change(input, { target: { value } }),
    pause: () =>
      act(() => {
        vi.advanceTimersByTime(1_000);
      }),
  };
}

it('keeps what is typed while the search that it sent arrives in the URL', () => {
  const { input, onSearch, arrive, type, pause } = searchField();
  type('An');
  pause();
  type('Ann');
  arrive('An');
  expect(input).toHaveProperty('value', 'Ann');
  pause();
  expect(onSearch.mock.calls).toEqual([['An'], ['Ann']]);
});

it('shows a search that comes from elsewhere, such as Back', () => {
  const { input, onSearch, arrive, type, pause } = searchField();
  type('An');
  pause();
  arrive('An');
  arrive('');
  expect(input).toHaveProperty('value', '');
  arrive('An');
  expect(input).toHaveProperty('value', 'An');
  pause();
  expect(onSearch.mock.calls).toEqual([['An']]);
});
