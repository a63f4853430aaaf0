import { render, waitFor } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { labelFieldControls } from './puck-controls.ts';

let field: (typeof import('./fields/rich-text-menu.tsx'))['RICH_TEXT_FIELD'];
beforeAll(async () => {
  // Puck uses `ResizeObserver` as soon as it loads, and jsdom does not provide it.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  field = (await import('./fields/rich-text-menu.tsx')).RICH_TEXT_FIELD;
  vi.unstubAllGlobals();
});

it('names the menus of the text editor by what they choose', async () => {
  const menu = field.renderMenu?.({ children: null, editor: null, editorState: null, readOnly: false });
  const { container } = render(<div data-field="text">{menu}</div>);
  const root = container.querySelector<HTMLElement>('[data-field]');
  if (!root) throw new Error('The field is missing.');
  const stop = labelFieldControls(root, 'Text', () => {});
  const names = () => [...root.querySelectorAll('button')].map(({ ariaLabel, title }) => [ariaLabel, title]);
  const menus = ['Heading level', 'List'].map((name) => [name, name]);
  await waitFor(() => expect(names().slice(0, 2)).toEqual(menus));
  stop();
});
