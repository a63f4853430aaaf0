import { createUsePuck, useGetPuck } from '@puckeditor/core';
import { use, type ReactNode } from 'react';
import styled from 'styled-components';
import { SmallButton } from '../../parts/controls/small-button.tsx';
import { ExampleSections } from '../adding/example-sections.ts';
import { CopySection } from './copy-and-paste.tsx';
import { useBuilderPage } from '../editor-context.ts';
import { ShareSection } from '../reusable/share-section.tsx';

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
  const examples = use(ExampleSections);
  if (!selected) {
    return (
      <List aria-label="Sections of this page">
        {content.map(({ type, props }, at) => (
          <li key={props.id}>
            <SmallButton $look="outline" onClick={() => select(at)}>
              {at + 1}. {titleOf(type)}
              {props['_hidden'] === true && ' (hidden)'}
              {examples.has(props.id) && ' (example)'}
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
