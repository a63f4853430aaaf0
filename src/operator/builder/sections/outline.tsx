import { createUsePuck, useGetPuck, type Data } from '@puckeditor/core';
import { use, useRef, useState, type DragEvent, type KeyboardEvent, type MouseEvent } from 'react';
import styled from 'styled-components';
import { SmallButton } from '../../parts/controls/small-button.tsx';
import { OperatorIcon } from '../../parts/controls/operator-icon.tsx';
import { VisuallyHidden } from '../../../ui/theme/visually-hidden.ts';
import { ExampleSectionsContext } from '../adding/example-sections.ts';
import { useCanChangeSections, useCanvasState } from '../editor-context.ts';
import { useChosenSections } from './chosen-sections.ts';
import { ROOT_ZONE } from './section-changes.ts';
import { sectionHeadingOf, sectionIdsBetween } from './section-order.ts';
import { SectionToolbar } from './section-toolbar.tsx';
import { useSectionActions } from './use-section-actions.ts';

const usePuckState = createUsePuck();

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 0.5rem;
  align-items: center;
  padding: 0.35rem 0.75rem;
  border-block-end: 1px solid ${({ theme }) => theme.color.line};
  font-size: 0.8125rem;
  > button {
    min-height: 2rem;
    margin-inline-start: auto;
    padding: 0 0.6rem;
    font-size: 0.8125rem;
  }
`;

const List = styled.ol`
  margin: 0;
  padding: 0.4rem 0.5rem 1rem;
  list-style: none;
`;

const Row = styled.li`
  display: flex;
  align-items: center;
  border-block: 2px solid transparent;
  border-radius: ${({ theme }) => theme.radius.s};
  &:hover {
    background: ${({ theme }) => theme.color.sand};
  }
  &[data-chosen],
  &[data-selected] {
    background: color-mix(in srgb, ${({ theme }) => theme.color.accent} 12%, transparent);
  }
  &[data-drop='before'] {
    border-block-start-color: ${({ theme }) => theme.color.accent};
  }
  &[data-drop='after'] {
    border-block-end-color: ${({ theme }) => theme.color.accent};
  }
  label {
    display: grid;
    flex: none;
    place-items: center;
    width: 1.75rem;
    min-height: 2.5rem;
    cursor: pointer;
  }
  input {
    width: 1rem;
    height: 1rem;
    margin: 0;
    opacity: 0.35;
    accent-color: ${({ theme }) => theme.color.accent};
  }
  &:is(:hover, :focus-within, [data-chosen]) input {
    opacity: 1;
  }
  button {
    display: grid;
    flex: 1;
    gap: 0.05rem;
    min-width: 0;
    min-height: 2.75rem;
    padding: 0.3rem 0.5rem 0.3rem 0.25rem;
    border: 0;
    border-radius: ${({ theme }) => theme.radius.s};
    background: none;
    color: ${({ theme }) => theme.color.ink};
    font: inherit;
    font-size: 0.875rem;
    line-height: 1.3;
    text-align: start;
    cursor: pointer;
  }
  button > * {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  small {
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: 0.75rem;
  }
  svg {
    flex: none;
    margin-inline-end: 0.5rem;
    color: ${({ theme }) => theme.color.inkSoft};
  }
`;

/** Whether the left panel is open and shows the outline. */
export function useIsOutlineOpen(): boolean {
  return usePuckState(
    ({ appState: { ui } }) => ui.leftSideBarVisible && Object(ui.plugin).current === 'outline',
  );
}

/** The outline in the left panel. Renders nothing unless that panel is open and shows the outline. */
export function LeftPanelOutline() {
  return useIsOutlineOpen() ? <Outline /> : <></>;
}

/**
 * Lists the sections with their headings. A click selects a section and shows its inputs. Several sections can be
 * chosen with Ctrl or Shift and a click, with Shift and the arrow keys, or with the checkboxes. Sections are moved by
 * dragging or with buttons. On read-only pages and on the page of a shared section, only single sections can be
 * selected.
 */
export function Outline() {
  const { blocks, placements, keyOf } = useCanvasState();
  const getPuck = useGetPuck();
  const content = usePuckState(({ appState }) => appState.data.content);
  const selected = usePuckState(({ selectedItem }) => selectedItem?.props.id);
  const examples = use(ExampleSectionsContext);
  const [chosen, choose] = useChosenSections();
  const list = useRef<HTMLOListElement>(null);
  const anchor = useRef<string | null>(null);
  const drag = useSectionDrag(content, chosen);
  const canChange = useCanChangeSections();
  const known = new Set(content.flatMap(({ props }) => (chosen.has(props.id) ? [props.id] : [])));
  const toggle = (id: string) => {
    anchor.current = id;
    choose(known.has(id) ? [...known].filter((each) => each !== id) : [...known, id]);
  };
  const extend = (id: string) => {
    anchor.current ??= id;
    choose(sectionIdsBetween(content, anchor.current, id));
  };
  const click = (event: MouseEvent, id: string, index: number) => {
    if (canChange && event.shiftKey) return extend(id);
    if (canChange && (event.ctrlKey || event.metaKey)) return toggle(id);
    anchor.current = id;
    choose([]);
    getPuck().dispatch({
      type: 'setUi',
      ui: { itemSelector: { index, zone: ROOT_ZONE }, rightSideBarVisible: true },
    });
  };
  const walk = (event: KeyboardEvent, index: number) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = step === undefined ? undefined : content[index + step];
    if (step === undefined || !next) return;
    event.preventDefault();
    const buttons = list.current?.querySelectorAll<HTMLElement>('button');
    buttons?.[index + step]?.focus();
    if (!event.shiftKey || !canChange) return;
    anchor.current ??= content[index]?.props.id ?? null;
    extend(next.props.id);
  };
  const isHidden = content.every(({ props }) => !known.has(props.id) || props['_hidden'] === true);
  return (
    <>
      {known.size > 0 && (
        <Tools>
          <span role="status">{known.size} selected</span>
          <SmallButton $look="outline" onClick={() => choose([])}>
            Select none
          </SmallButton>
          <SectionToolbar label="Selected sections" ids={chosen} isHidden={isHidden} />
        </Tools>
      )}
      <List ref={list} data-outline="" aria-label="Sections of this page" onDragEnd={drag.end}>
        {content.map((item, index) => {
          const { id } = item.props;
          const placement = placements.get(keyOf(id, item.type));
          const block = blocks.get(placement?.block ?? item.type);
          const title = blocks.get(item.type)?.title ?? item.type;
          const heading = sectionHeadingOf(item, block, placement);
          const isExample = examples.has(id);
          return (
            <Row
              key={id}
              draggable={canChange}
              data-outline-row={id}
              data-chosen={known.has(id) ? '' : undefined}
              data-selected={id === selected ? '' : undefined}
              data-drop={drag.edgeOf(index)}
              onDragStart={(event) => drag.start(event, id)}
              onDragOver={(event) => drag.over(event, index)}
              onDrop={drag.drop}
            >
              {canChange && (
                <label>
                  <input
                    type="checkbox"
                    aria-label={`Select ${heading ?? title}`}
                    checked={known.has(id)}
                    onChange={() => toggle(id)}
                  />
                </label>
              )}
              <button
                type="button"
                aria-current={id === selected ? 'true' : undefined}
                onClick={(event) => click(event, id, index)}
                onKeyDown={(event) => walk(event, index)}
              >
                {heading !== null && <span>{heading} </span>}
                {heading === null ? <span>{title}</span> : <small>{title}</small>}
                {isExample && <small> Example</small>}
                {item.props['_hidden'] === true && <VisuallyHidden> (hidden)</VisuallyHidden>}
              </button>
              {item.props['_hidden'] === true && <OperatorIcon name="hide" size={16} />}
            </Row>
          );
        })}
      </List>
    </>
  );
}

/**
 * Returns the drag handlers of the outline's rows, and `edgeOf`, which returns the edge of a row at which a drop would
 * insert. If the dragged row is chosen, all chosen rows move with it.
 */
function useSectionDrag(content: Data['content'], chosen: ReadonlySet<string>) {
  const actions = useSectionActions();
  const dragged = useRef<ReadonlySet<string> | null>(null);
  /**
   * The index of the section in front of which a drop would insert the dragged sections, or the number of sections for
   * the end of the page; null if no row is dragged.
   */
  const [place, setPlace] = useState<number | null>(null);
  // The same index in a ref, because `drop` can fire before the last change of `place` is rendered.
  const latestPlace = useRef<number | null>(null);
  const moveMark = (next: number | null) => {
    latestPlace.current = next;
    setPlace(next);
  };
  const end = () => {
    dragged.current = null;
    moveMark(null);
  };
  return {
    end,
    start: (event: DragEvent, id: string) => {
      dragged.current = chosen.has(id) ? chosen : new Set([id]);
      event.dataTransfer.effectAllowed = 'move';
      // Firefox starts a drag only if the drag has data.
      event.dataTransfer.setData('text/plain', id);
    },
    over: (event: DragEvent, index: number) => {
      if (!dragged.current) return;
      event.preventDefault();
      const { top, height } = event.currentTarget.getBoundingClientRect();
      moveMark(event.clientY < top + height / 2 ? index : index + 1);
    },
    drop: (event: DragEvent) => {
      if (!dragged.current || latestPlace.current === null) return;
      event.preventDefault();
      actions.moveTo(dragged.current, latestPlace.current);
      end();
    },
    edgeOf: (index: number) => {
      if (place === index) return 'before';
      return place === content.length && index === content.length - 1 ? 'after' : undefined;
    },
  };
}
