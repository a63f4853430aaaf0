import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { useWarnBeforeLeaving } from './use-warn-before-leaving.ts';

const routerSawClick = vi.fn<() => void>();

function Form({ isChanged }: { isChanged: boolean }) {
  useWarnBeforeLeaving(isChanged);
  return (
    <Link to="/list" onClick={routerSawClick}>
      Leave
    </Link>
  );
}

/** Opens the form from another screen. */
function openForm(isChanged: boolean): void {
  history.replaceState(null, '', '/list');
  render(
    <BrowserRouter>
      <Routes>
        <Route path="/list" element={<Link to="/form">Open</Link>} />
        <Route path="/form" element={<Form isChanged={isChanged} />} />
      </Routes>
    </BrowserRouter>,
  );
  fireEvent.click(screen.getByRole('link', { name: 'Open' }));
}
const documentAsks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
const confirm = vi.fn<(question: string) => boolean>();
beforeEach(() => {
  routerSawClick.mockReset();
  confirm.mockReset();
  vi.stubGlobal('confirm', confirm);
});

it('leaves without a question if there are no changes', async () => {
  openForm(false);
  expect(documentAsks()).toBe(false);
  history.back();
  await screen.findByRole('link', { name: 'Open' });
  expect(confirm).not.toHaveBeenCalled();
});

it.each([
  ['the router', false],
  ['the browser, which asks if there are unsaved changes,', true],
])('has %s follow a link', (_who, isChanged) => {
  openForm(isChanged);
  expect(documentAsks()).toBe(isChanged);
  // jsdom cannot load another document.
  addEventListener('click', (event) => event.preventDefault(), { capture: true, once: true });
  fireEvent.click(screen.getByRole('link', { name: 'Leave' }));
  expect(routerSawClick).toHaveBeenCalledTimes(isChanged ? 0 : 1);
});

it('asks on Back if there are changes, and stays or leaves', async () => {
  openForm(true);
  confirm.mockReturnValueOnce(false).mockReturnValueOnce(true);
  history.back();
  await waitFor(() => expect(confirm).toHaveBeenCalledOnce());
  await waitFor(() => expect(location.pathname).toBe('/form'));
  screen.getByRole('link', { name: 'Leave' });
  history.back();
  await screen.findByRole('link', { name: 'Open' });
  expect(confirm).toHaveBeenCalledTimes(2);
  // React runs the clean-up of an effect after it has removed the elements.
  await waitFor(() => expect(documentAsks()).toBe(false));
});
