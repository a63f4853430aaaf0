import { createUsePuck, Drawer, useGetPuck } from '@puckeditor/core';
import { useId, useState, type ReactNode } from 'react';
import styled from 'styled-components';
import { SmallButton } from '../../parts/controls/small-button.tsx';
import { CopySection, PasteSection } from './copy-and-paste.tsx';
import { useBuilderPage } from '../editor-context.ts';
import { AddReusable } from '../reusable/add-reusable.tsx';
import { ShareSection } from '../reusable/share-section.tsx';
import { Input } from '../fields/link-field.tsx';

const usePuckState = createUsePuck();
const ZONE = 'root:default-zone';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.4rem;
  align-items: end;
  padding: 0.75rem;
  border-block-end: 1px solid ${({ theme }) => theme.color.line};
  button {
    min-height: 2.25rem;
    padding-inline: 0.7rem;
    font-size: 0.8125rem;
  }
  label {
    display: grid;
    flex: 1 1 8rem;
    gap: 0.2rem;
    font-size: 0.8125rem;
    font-weight: 560;
  }
  select,
  input {
    min-height: 2.25rem;
    min-width: 0;
    font: inherit;
    font-weight: 400;
  }
`;

const List = styled.ol`
  display: grid;
  gap: 0.4rem;
  margin: 0;
  padding: 0.75rem;
  list-style: none;
  button {
    width: 100%;
    min-height: 2.5rem;
    justify-content: start;
    border: 1px solid ${({ theme }) => theme.color.line};
    font-size: 0.875rem;
    text-align: start;
  }
`;

/** Adds a section below the selected one, or at the end. A block can also be dragged from the list to the canvas. */
export function AddSection({ children }: { children: ReactNode }) {
  const id = useId();
  const { target, blocks } = useBuilderPage();
  const getPuck = useGetPuck();
  const [block, setBlock] = useState(blocks[0]?.id ?? '');
  const [words, setWords] = useState('');
  const searched = words.trim().toLowerCase();
  const found = blocks.filter(({ title, group, description }) =>
    `${title} ${group} ${description}`.toLowerCase().includes(searched),
  );
  const add = () => {
    const { dispatch, appState } = getPuck();
    const selected = appState.ui.itemSelector?.index;
    const index = selected === undefined ? appState.data.content.length : selected + 1;
    dispatch({ type: 'insert', componentType: block, destinationIndex: index, destinationZone: ZONE });
    dispatch({ type: 'setUi', ui: { itemSelector: { index, zone: ZONE } } });
  };
  return (
    <>
      {target.kind !== 'read-only' && (
        <Bar>
          <label htmlFor={`${id}-block`}>
            Add a section
            <select id={`${id}-block`} value={block} onChange={(event) => setBlock(event.target.value)}>
              {[...Map.groupBy(blocks, ({ group }) => group)].map(([group, own]) => (
                <optgroup key={group} label={group}>
                  {own.map((each) => (
                    <option key={each.id} value={each.id}>
                      {each.title}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          </label>
          <SmallButton type="button" onClick={add}>
            Add
          </SmallButton>
          <PasteSection />
          <AddReusable />
        </Bar>
      )}
      <Bar>
        <label htmlFor={`${id}-find`}>
          Find a block to drag
          <Input
            id={`${id}-find`}
            type="search"
            value={words}
            onChange={({ target: input }) => setWords(input.value)}
          />
        </label>
        {found.length === 0 && <span role="status">No block matches.</span>}
      </Bar>
      {/* Without a search, Puck's own list is shown, with the blocks in groups. */}
      {searched === '' ? (
        children
      ) : (
        <Drawer>
          {found.map((each) => (
            <Drawer.Item
              key={each.id}
              name={each.id}
              label={each.title}
              isDragDisabled={target.kind === 'read-only'}
            />
          ))}
        </Drawer>
      )}
    </>
  );
}

/** Lists the sections, and moves, copies, hides and removes the selected one, so that nobody needs to drag. */
export function SectionTools({ children }: { children: ReactNode }) {
  const { target, blocks } = useBuilderPage();
  const getPuck = useGetPuck();
  const select = (at: number) =>
    getPuck().dispatch({ type: 'setUi', ui: { itemSelector: at < 0 ? null : { index: at, zone: ZONE } } });
  const titleOf = (type: string) => blocks.find(({ id }) => id === type)?.title ?? type;
  const selected = usePuckState(({ selectedItem }) => selectedItem);
  const index = usePuckState(({ appState }) => appState.ui.itemSelector?.index ?? -1);
  const last = usePuckState(({ appState }) => appState.data.content.length - 1);
  const content = usePuckState(({ appState }) => appState.data.content);
  if (!selected) {
    return (
      <List aria-label="Sections of this page">
        {content.map(({ type, props }, at) => (
          <li key={props.id}>
            <SmallButton $look="outline" onClick={() => select(at)}>
              {at + 1}. {titleOf(type)}
              {props['_hidden'] === true && ' (hidden)'}
            </SmallButton>
          </li>
        ))}
      </List>
    );
  }
  const all = (
    <SmallButton $look="outline" onClick={() => select(-1)}>
      All sections
    </SmallButton>
  );
  if (target.kind === 'read-only') {
    return (
      <>
        <Bar>{all}</Bar>
        {children}
      </>
    );
  }
  const isHidden = selected.props['_hidden'] === true;
  const move = (to: number) => {
    getPuck().dispatch({
      type: 'reorder',
      sourceIndex: index,
      destinationIndex: to,
      destinationZone: ZONE,
    });
    select(to);
  };
  const hide = () =>
    getPuck().dispatch({
      type: 'replace',
      destinationIndex: index,
      destinationZone: ZONE,
      data: { ...selected, props: { ...selected.props, _hidden: !isHidden } },
    });
  const remove = () => {
    getPuck().dispatch({ type: 'remove', index, zone: ZONE });
    select(Math.min(index, last - 1));
  };
  return (
    <>
      <Bar role="toolbar" aria-label="This section">
        {all}
        <SmallButton $look="outline" disabled={index === 0} onClick={() => move(index - 1)}>
          Move up
        </SmallButton>
        <SmallButton $look="outline" disabled={index === last} onClick={() => move(index + 1)}>
          Move down
        </SmallButton>
        <SmallButton
          $look="outline"
          onClick={() => getPuck().dispatch({ type: 'duplicate', sourceIndex: index, sourceZone: ZONE })}
        >
          Duplicate
        </SmallButton>
        <CopySection />
        <ShareSection index={index} />
        <SmallButton $look="outline" onClick={hide}>
          {isHidden ? 'Show' : 'Hide'}
        </SmallButton>
        <SmallButton $look="outline" onClick={remove}>
          Remove
        </SmallButton>
      </Bar>
      {children}
    </>
  );
}
