import { createUsePuck, useGetPuck } from '@puckeditor/core';
import { useMemo, type ReactNode } from 'react';
import styled from 'styled-components';
import { SHARED_SECTION_BLOCK_ID } from '../../../contracts/layout.ts';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { useCanChangeSections } from '../editor-context.ts';
import { SectionToolbar } from '../sections/section-toolbar.tsx';
import { useStartSectionTextEditing } from '../inline-text/use-start-section-text-editing.ts';

const usePuckState = createUsePuck();

const Bar = styled.div`
  display: flex;
  align-items: center;
  padding: 0.15rem;
  border: 1px solid ${({ theme }) => theme.color.line};
  border-radius: ${({ theme }) => theme.radius.s};
  background: ${({ theme }) => theme.color.surface};
  color: ${({ theme }) => theme.color.ink};
  box-shadow: 0 2px 10px rgb(0 0 0 / 14%);
  font-family: ${({ theme }) => theme.font.body};
  pointer-events: auto;
  > span {
    padding-inline: 0.5rem;
    font-size: 0.8125rem;
    white-space: nowrap;
  }
  /* On a phone, hide the label, because the tools need all the space. */
  @media (max-width: 30rem) {
    > span:has(+ [role='toolbar']) {
      display: none;
    }
  }
  /* A section that is hovered but not selected shows only its name. */
  :not([class*='DraggableComponent--isSelected']) > [class*='actionsOverlay'] & > :not(span) {
    display: none;
  }
`;

/** The toolbar that floats above the selected section on the canvas. */
export function SectionBar({ label }: { label?: string; children?: ReactNode }) {
  const canChange = useCanChangeSections();
  const selected = usePuckState(({ selectedItem }) => selectedItem);
  const id: unknown = selected?.props.id;
  return (
    // Otherwise, the canvas would treat the click as a click outside of all sections, and deselect the section.
    <Bar onClick={(event) => event.stopPropagation()}>
      <span>{label}</span>
      {selected && typeof id === 'string' && canChange && (
        <SelectedSectionTools
          key={id}
          id={id}
          block={selected.type}
          isHidden={selected.props['_hidden'] === true}
          name="Tools of this section"
        />
      )}
    </Bar>
  );
}

interface Props {
  id: string;
  block: string;
  isHidden: boolean;
  name: string;
}

/**
 * The tools of the selected section. The texts of a shared section cannot be edited here, but only on its own page.
 */
export function SelectedSectionTools({ id, block, isHidden, name }: Props) {
  const getPuck = useGetPuck();
  const start = useStartSectionTextEditing();
  const ids = useMemo(() => new Set([id]), [id]);
  const showInputs = () =>
    getPuck().dispatch({
      type: 'setUi',
      ui: {
        rightSideBarVisible: true,
        ...(matchMedia('(min-width: 638px)').matches
          ? {}
          : { plugin: { current: 'fields' }, leftSideBarVisible: true }),
      },
    });
  return (
    <SectionToolbar label={name} ids={ids} isHidden={isHidden}>
      {block !== SHARED_SECTION_BLOCK_ID && (
        <IconButton
          icon="text"
          label="Type on the page"
          tip="start"
          onClick={() => {
            if (!start(id, block)) showInputs();
          }}
        />
      )}
    </SectionToolbar>
  );
}
