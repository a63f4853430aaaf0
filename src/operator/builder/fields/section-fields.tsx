import { createUsePuck, useGetPuck } from '@puckeditor/core';
import { Children, isValidElement, useCallback, useState, type ReactNode } from 'react';
import styled from 'styled-components';
import { fieldKindOf } from '../../../builder/kinds/field-kinds.ts';
import type { FieldDescriptions } from '../../../contracts/operators/page-builder.ts';
import { SmallButton } from '../../parts/controls/small-button.tsx';
import { useMediaQuery } from '../../parts/controls/use-media-query.ts';
import { Outline, useIsOutlineOpen } from '../sections/outline.tsx';
import { SelectedSectionTools } from '../canvas/section-bar.tsx';
import { useOpenedPageData, useCanChangeSections } from '../editor-context.ts';
import { propName } from '../saving/page-data.ts';

const usePuckState = createUsePuck();

const Bar = styled.div`
  display: grid;
  gap: 0.1rem;
  justify-items: start;
  padding: 0.35rem 0.75rem;
  border-block-end: 1px solid ${({ theme }) => theme.color.line};
  > button {
    min-height: 2rem;
    padding: 0 0.4rem;
    border: 0;
    font-size: 0.8125rem;
    text-decoration: underline;
  }
`;

const Hint = styled.p`
  padding: 1rem;
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: 0.875rem;
`;

const Group = styled.details`
  border-block-end: 1px solid ${({ theme }) => theme.color.line};
  > summary {
    min-height: 2.75rem;
    padding: 0.7rem 1rem;
    font-size: 0.875rem;
    font-weight: 600;
    cursor: pointer;
  }
  > summary:hover {
    background: ${({ theme }) => theme.color.sand};
  }
  &:not([open]):has([role='alert']) > summary::after {
    content: ' · needs a correction';
    font-weight: 400;
  }
`;

/**
 * Renders the inputs of the selected section. Puck renders this twice, in the panel for wide windows and in that for
 * narrow ones, and hides one. The hidden copy stays empty, because it would otherwise render on every keystroke as
 * well.
 */
export function SectionFields({ children }: { children: ReactNode }) {
  const isWide = useMediaQuery('(min-width: 638px)');
  const [isForWide, setForWide] = useState<boolean | null>(null);
  const root = useCallback((element: HTMLElement | null) => {
    if (element) setForWide(element.closest('[class*="PuckPluginTab"]') === null);
  }, []);
  return <div ref={root}>{isForWide === isWide && <ShownFields>{children}</ShownFields>}</div>;
}

/**
 * The tools and inputs of the selected section, content first. If no section is selected, shows the outline, unless
 * the left panel already shows it.
 */
function ShownFields({ children }: { children: ReactNode }) {
  const { blocks } = useOpenedPageData();
  const canChange = useCanChangeSections();
  const getPuck = useGetPuck();
  const selected = usePuckState(({ selectedItem }) => selectedItem);
  const isOutlineOpen = useIsOutlineOpen();
  if (!selected) {
    return isOutlineOpen ? <Hint>Select a section to edit it.</Hint> : <Outline />;
  }
  const id: string = selected.props.id;
  const groups = grouped(children, blocks.find((block) => block.id === selected.type)?.fields ?? {});
  return (
    <>
      <Bar>
        <SmallButton
          $look="outline"
          onClick={() => getPuck().dispatch({ type: 'setUi', ui: { itemSelector: null } })}
        >
          All sections
        </SmallButton>
        {canChange && (
          <SelectedSectionTools
            key={id}
            id={id}
            block={selected.type}
            isHidden={selected.props['_hidden'] === true}
            name="This section"
          />
        )}
      </Bar>
      {groups.content}
      {groups.appearance.length > 0 && (
        <Group>
          <summary>Appearance</summary>
          {groups.appearance}
        </Group>
      )}
      {groups.settings.length > 0 && (
        <Group>
          <summary>Visibility and schedule</summary>
          {groups.settings}
        </Group>
      )}
    </>
  );
}

type GroupName = 'content' | 'appearance' | 'settings';

/**
 * Sorts Puck's fields into groups. Of the block's own fields, selects and checkboxes are appearance, and all others are
 * content. Fields whose name starts with `_` are settings, except `_shared`, the input of a shared section, which is
 * content.
 */
function grouped(fields: ReactNode, described: FieldDescriptions): Readonly<Record<GroupName, ReactNode[]>> {
  const looks = new Set(
    Object.entries(described).flatMap(([name, field]) =>
      ['select', 'checkbox'].includes(fieldKindOf(field).input.name) ? [propName(name)] : [],
    ),
  );
  const groups: Record<GroupName, ReactNode[]> = { content: [], appearance: [], settings: [] };
  for (const each of Children.toArray(fields)) {
    const name = isValidElement<{ fieldName?: string }>(each) ? (each.props.fieldName ?? '') : '';
    if (name.startsWith('_') && name !== '_shared') groups.settings.push(each);
    else groups[looks.has(name) ? 'appearance' : 'content'].push(each);
  }
  // If a section has only appearance fields, show them first instead of in a closed group.
  return groups.content.length > 0 ? groups : { ...groups, content: groups.appearance, appearance: [] };
}
