import { Drawer, useGetPuck } from '@puckeditor/core';
import {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
} from 'react';
import { useMutation } from '@tanstack/react-query';
import styled from 'styled-components';
import { PasteSectionsButton } from '../sections/copy-and-paste.tsx';
import { newSectionIndex, ROOT_ZONE } from '../sections/section-changes.ts';
import { useOpenedPageData } from '../editor-context.ts';
import { FieldInput } from '../fields/link-field.tsx';
import { ErrorState } from '../../parts/states/error-state.tsx';
import { errorMessage } from '../../parts/states/error-message.ts';
import { useReusableEntries, useReusableEntryActions } from '../reusable/use-reusable.ts';
import { blockChoices, reusableEntryChoices, searchChoices, type SectionChoice } from './add-choices.ts';
import { blockPictureUrls } from './block-pictures.ts';
import { ChoiceCard } from './choice-card.tsx';
import { useHeldPress } from './use-held-press.ts';
import { focusDrawerItem, moveDrawerFocus, correctDrawerItems } from './drawer-items.ts';

const Bar = styled.div`
  position: sticky;
  z-index: 2;
  inset-block-start: 0;
  display: grid;
  gap: 0.4rem;
  padding-block: 0.5rem;
  background: ${({ theme }) => theme.color.paper};
  /* Hides the cards that scroll through the padding of Puck's panel. */
  &::before {
    content: '';
    position: absolute;
    inset: -1rem 0 100%;
    background: inherit;
  }
  label {
    display: grid;
    gap: 0.2rem;
    font-size: 0.8125rem;
    font-weight: 560;
  }
  input {
    font-weight: 400;
  }
  button {
    min-height: 2.25rem;
    padding-inline: 0.7rem;
    font-size: 0.8125rem;
  }
`;

const List = styled.div`
  container-type: inline-size;
  h2 {
    margin-block: 0.75rem 0.35rem;
    color: ${({ theme }) => theme.color.inkSoft};
    font-family: ${({ theme }) => theme.font.body};
    font-size: 0.75rem;
    font-weight: 620;
  }
  ul {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr));
    gap: 0.4rem;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  [role='button'] {
    cursor: pointer;
  }
  [role='button']:hover [data-card] {
    border-color: ${({ theme }) => theme.color.accent};
  }
  [role='button']:focus-visible {
    outline: none;
  }
  [role='button']:focus-visible [data-card] {
    outline: 3px solid ${({ theme }) => theme.color.accent};
    outline-offset: 1px;
  }
  [aria-disabled='true'] {
    cursor: default;
    opacity: 0.6;
  }
`;

const Note = styled.p`
  margin: 0;
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: 0.8125rem;
`;

/**
 * The list of sections that can be added, with a search field: shared sections, templates, and a new section of each
 * block. A click or Enter adds the choice below the selected section, or at the end of the page. New sections can also
 * be dragged to a position on the canvas.
 */
export function AddSectionPanel() {
  const id = useId();
  const { target, blocks, page } = useOpenedPageData();
  const add = useAddBlock();
  const { entries, error, refetch } = useReusableEntries();
  const { add: addReusable } = useReusableEntryActions();
  const adding = useMutation({ networkMode: 'always', mutationFn: addReusable });
  const list = useRef<HTMLDivElement>(null);
  const [ofBlocks] = useState(() => blockChoices(blocks));
  const choices = useMemo(
    () => [...reusableEntryChoices(entries ?? [], blocks), ...ofBlocks],
    [entries, blocks, ofBlocks],
  );
  const [words, setWords] = useState('');
  const [added, setAdded] = useState('');
  const found = searchChoices(choices, words);
  const isReadOnly = target.kind === 'read-only';
  const hint = `${id}-hint`;
  useEffect(
    () => (list.current ? correctDrawerItems(list.current, { hint, isReadOnly }) : undefined),
    [hint, isReadOnly],
  );

  const choose = (element: EventTarget) => {
    const chosen =
      element instanceof Element ? element.closest('[data-choice]')?.getAttribute('data-choice') : null;
    const choice = choices.find((each) => each.id === chosen);
    if (!choice || isReadOnly) return;
    const entry = entries?.find(({ at }) => at === choice.id);
    const done = () => setAdded(`${choice.title} is added.`);
    if (entry) {
      adding.mutate(entry, { onSuccess: done });
      return;
    }
    add(choice.id);
    done();
  };
  const onPointerDown = useHeldPress(choose);
  const onKey = (event: KeyboardEvent) => {
    const { key, target: element } = event;
    const isChoice = key === 'Enter' || key === ' ';
    if (isChoice) choose(element);
    if (isChoice || moveDrawerFocus(event)) event.preventDefault();
  };
  if (page.kind === 'section') return <Note>A shared section is one section.</Note>;
  return (
    <>
      <Bar>
        <label htmlFor={`${id}-find`}>
          Add a section
          <FieldInput
            id={`${id}-find`}
            type="search"
            autoComplete="off"
            placeholder="Reviews, CTA, form…"
            value={words}
            onChange={({ target: input }) => setWords(input.value)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown' || !list.current) return;
              event.preventDefault();
              focusDrawerItem(list.current, 0);
            }}
          />
        </label>
        {!isReadOnly && <PasteSectionsButton />}
      </Bar>
      <Note id={hint} hidden>
        Enter adds it below the selected section, or at the end. Arrow keys lead to the others.
      </Note>
      {!entries && error && (
        <ErrorState
          title="Failed to load the shared sections and templates"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {adding.error && <Note role="alert">{errorMessage(adding.error)}</Note>}
      <Note role="status">{found.length === 0 ? 'Nothing matches. Try another word.' : added}</Note>
      <List
        ref={list}
        onClick={({ target: element }: MouseEvent) => choose(element)}
        onPointerDown={onPointerDown}
        onKeyDown={onKey}
      >
        <Drawer>
          {groupsOf(found, words).map(([group, own]) => (
            <section key={group} aria-label={group || 'Found'}>
              {group !== '' && <h2>{group}</h2>}
              <ul>
                {own.map((choice) => (
                  <li key={choice.id} data-choice={choice.id}>
                    <span id={`${id}-${choice.id}`} data-line hidden>
                      {choice.line}
                    </span>
                    <Drawer.Item
                      name={choice.id}
                      label={choice.title}
                      isDragDisabled={isReadOnly || choice.block !== choice.id}
                    >
                      {cardOf(choice)}
                    </Drawer.Item>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </Drawer>
      </List>
    </>
  );
}

/** Groups the choices by heading. The results of a search form one group without a heading, best match first. */
function groupsOf(
  found: readonly SectionChoice[],
  words: string,
): [group: string, own: readonly SectionChoice[]][] {
  return words.trim() === '' ? [...Map.groupBy(found, ({ group }) => group)] : [['', found]];
}

const cards = new Map<string, () => ReactElement>();

/**
 * Returns a component that renders the card of a choice. The same choice always gets the same function, because Puck
 * uses the function as a component type.
 */
function cardOf(choice: SectionChoice): () => ReactElement {
  const key = JSON.stringify(choice);
  const known = cards.get(key);
  if (known) return known;
  const card = () => <ChoiceCard choice={choice} picture={blockPictureUrls(choice.block)} />;
  cards.set(key, card);
  return card;
}

/**
 * Returns a function that adds a section and selects it. The section has the given block, and is added below the
 * selected section or at the end.
 */
function useAddBlock(): (block: string) => void {
  const getPuck = useGetPuck();
  return (block) => {
    const { dispatch, appState } = getPuck();
    const index = newSectionIndex(appState);
    dispatch({ type: 'insert', componentType: block, destinationIndex: index, destinationZone: ROOT_ZONE });
    dispatch({ type: 'setUi', ui: { itemSelector: { index, zone: ROOT_ZONE } } });
  };
}
