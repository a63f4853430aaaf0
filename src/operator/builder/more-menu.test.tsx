import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderInPuck } from '../testing/render-in-puck.tsx';
import type { BuilderPage } from '../../contracts/operators/page-builder.ts';
import type { BuilderHeaderState } from './builder-header-context.ts';
import { OpenedPageDataContext } from './editor-context.ts';
import { MoreMenu } from './more-menu.tsx';

vi.mock('./dialogs/revisions-dialog.tsx', () => ({ RevisionsDialog: () => null }));

const header = {
  page: { id: 7, at: '~7', kind: 'section', title: 'Promise', modified: null },
  target: { kind: 'embedded' },
  editing: { name: null, isOwn: false, mayPublish: true },
  readOnly: false,
  canShowSections: false,
  discard: null,
} as unknown as BuilderHeaderState;

it.each([
  [true, 'Save or discard your changes first.'],
  [false, ''],
])(
  'does not move a page to the trash before its changes are saved (changed: %s)',
  async (canSave, reason) => {
    await renderInPuck({
      config: { components: {} },
      content: [],
      children: (
        <OpenedPageDataContext value={{ uses: [] } as unknown as BuilderPage}>
          <MoreMenu header={{ ...header, canSave }} hasSides draft={null} />
        </OpenedPageDataContext>
      ),
    });
    const button = screen.getByText('Move to trash');
    expect(button.title).toBe(reason);
    await userEvent.click(button);
    expect(screen.queryByText('Move “Promise” to the trash?') === null).toBe(canSave);
  },
);
