import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import type { BuilderPage, EditablePage } from '../../contracts/operators/page-builder.ts';
import {
  deleteSetAsideChanges,
  getSetAsideChanges,
  storeUnsavedChanges,
} from '../builder/saving/unsaved-changes.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import PageBuilderScreen from './page-builder.tsx';

vi.mock('../builder/page-editor.tsx', () => ({
  PageEditor: ({ opened, onReload }: { opened: BuilderPage; onReload: (page: EditablePage) => void }) => (
    <p>
      {`Editor of ${opened.page.at}`}
      <button onClick={() => onReload(opened.page)}>Open again</button>
    </p>
  ),
}));

const page: EditablePage = {
  kind: 'page',
  id: 7,
  at: '/about',
  path: '/about',
  title: 'About',
  state: 'published',
  modified: '2026-12-01T10:00:00',
  digest: 'a',
  editLink: null,
  variant: null,
  variants: null,
  mayEdit: true,
  layout: [],
  values: {},
  builtIn: {},
  taken: [],
};
const opened: BuilderPage = {
  blocks: [],
  target: { kind: 'embedded' },
  editing: { name: null, isOwn: false, mayPublish: true },
  page,
  canvas: { placements: [], faults: [] },
  site: {},
  uses: [],
  paths: [],
  choices: { entries: [], options: { categories: [], tags: [], pages: [], menus: [] } },
} as unknown as BuilderPage;
const data = { root: { props: {} }, content: [{ type: 'hero', props: { id: 'hero' } }] };

/** Shows the address of the router. */
const Address = () => {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
};

const open = (address: string) =>
  renderScreen(
    <Routes>
      <Route
        path="/admin/pages/*"
        element={
          <>
            <PageBuilderScreen />
            <Address />
          </>
        }
      />
    </Routes>,
    address,
  );

it('offers the changes of a variant that is gone, says so, and opens the page itself', async () => {
  vi.stubGlobal('fetch', async () => Response.json(opened));
  storeUnsavedChanges({ ...page, variant: 'B' }, data);
  open('/admin/pages/about?variant=B');
  await screen.findByText('There is no variant “B” any more');
  await screen.findByText('Editor of /about');
  await screen.findByText('/admin/pages/about');
  expect(getSetAsideChanges(page)).toEqual({ base: page, data, why: 'variantGone' });
  deleteSetAsideChanges(page);
});

it('says nothing while the page has the variant', async () => {
  const variant = { ...page, variant: 'B' };
  vi.stubGlobal('fetch', async () => Response.json({ ...opened, page: variant }));
  open('/admin/pages/about?variant=B');
  await screen.findByText('Editor of /about');
  expect(screen.getByText('/admin/pages/about?variant=B')).toBeTruthy();
  expect(screen.queryByText(/^There is no variant/)).toBe(null);
});

it('removes the editor at once when it opens the page again, and opens it after a failure', async () => {
  const second = Promise.withResolvers<Response>();
  const answers = [
    Response.json(opened),
    second.promise,
    Response.json({ ...opened, page: { ...page, at: '/about-us' } }),
  ];
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return answers[asked.length - 1];
  });
  open('/admin/pages/about');
  const button = await screen.findByText('Open again');
  await userEvent.click(button);
  expect(screen.queryByText(/^Editor of/)).toBe(null);
  expect(screen.getByText('Loading the page…')).toBeTruthy();
  second.reject(new TypeError('No connection'));
  await userEvent.click(await screen.findByText('Try again'));
  await screen.findByText('Editor of /about-us');
  expect(asked.map((path) => new URLSearchParams(path.split('?')[1]).get('at'))).toEqual([
    '/about',
    '~7',
    '~7',
  ]);
});
