import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { EditablePage } from '../../../contracts/operators/page-builder.ts';
import { renderInPuck } from '../../testing/render-in-puck.tsx';
import { CanvasContext, type CanvasState } from '../editor-context.ts';
import { createItemKeyOf } from '../saving/page-data.ts';
import { useReplacePage } from './use-replace-page.ts';

const page = { layout: [], taken: [] } as unknown as EditablePage;
const state = { keyOf: createItemKeyOf(page) } as unknown as CanvasState;
const contentOf = (ids: readonly string[]) => ids.map((id) => ({ type: 'text', props: { id } }));

/** Selects a section, replaces all sections, and returns the id of the section that is selected then. */
async function selectedAfter(selected: number, before: readonly string[], after: readonly string[]) {
  function Tool() {
    const replacePage = useReplacePage();
    const replace = () => replacePage({ root: { props: {} }, content: contentOf(after) });
    return <button onClick={replace}>Replace</button>;
  }
  const { getPuck, select } = await renderInPuck({
    config: { components: { text: { render: () => <p /> } } },
    content: contentOf(before),
    children: (
      <CanvasContext value={state}>
        <Tool />
      </CanvasContext>
    ),
  });
  await select(selected);
  await userEvent.click(screen.getByText('Replace'));
  const { selectedItem, appState } = getPuck();
  expect(appState.data.content.map(({ props }) => props.id)).toEqual(after);
  return selectedItem?.props.id ?? null;
}

it.each([
  ['at another place', 'two', ['one', 'two'], ['zero', 'one', 'two']],
  ['that has a key in the new data', 'text', ['one', 'text-0a1b'], ['text', 'one']],
])('keeps a section selected %s', async (_where, expected, before, after) => {
  expect(await selectedAfter(1, before, after)).toBe(expected);
});

it('selects no section instead of one that is gone', async () => {
  expect(await selectedAfter(0, ['one', 'two'], ['two', 'three'])).toBe(null);
});
