import type { Data } from '@puckeditor/core';
import { useMemo, useState } from 'react';
import styled from 'styled-components';
import type { EditablePage } from '../../../contracts/operators/page-builder.ts';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { LabeledChoice } from '../../parts/dialogs/form-dialog.tsx';
import { useCanvasState } from '../editor-context.ts';
import {
  changedFieldLabels,
  conflictSections,
  mergedData,
  defaultConflictSide,
  conflictVersions,
  type ConflictSection,
  type SectionChange,
  type ConflictSide,
} from '../saving/merge-conflict.ts';

const List = styled.div`
  display: grid;
  gap: 0.75rem;
  margin-block-start: 1rem;
  fieldset {
    margin: 0;
    padding: 0.5rem 0.75rem 0.75rem;
    border: 1px solid ${({ theme }) => theme.color.line};
    border-radius: ${({ theme }) => theme.radius.s};
  }
  legend {
    padding-inline: 0.3rem;
    font-weight: 620;
  }
`;

const FATES: Readonly<Record<SectionChange, string>> = {
  same: 'not changed',
  changed: 'changed',
  added: 'added',
  removed: 'removed',
};

interface Props {
  /** The version on which the changes are based. */
  base: EditablePage;
  /** The unsaved changes. Each item has its key as its id. */
  mine: Data;
  theirs: EditablePage;
  onMerge: (merged: Data) => void;
  onCancel: () => void;
}

/** Shows what each side changed in each changed section, and lets the editor choose a side per section. */
export function ConflictDialog({ base, mine, theirs, onMerge, onCancel }: Props) {
  const { blocks } = useCanvasState();
  const versions = useMemo(() => conflictVersions(base, mine, theirs, blocks), [base, mine, theirs, blocks]);
  const sections = useMemo(() => conflictSections(versions.base, versions.mine, versions.theirs), [versions]);
  const [chosen, setChosen] = useState<ReadonlyMap<string, ConflictSide>>(new Map());
  const sideOf = (section: ConflictSection) => chosen.get(section.id) ?? defaultConflictSide(section);
  const changesOf = ({ id, block }: ConflictSection, side: ConflictSide) =>
    changedFieldLabels(versions.base, versions[side], id, blocks.get(block)?.fields ?? {});
  const merge = () => {
    const sides = new Map(sections.map((section) => [section.id, sideOf(section)]));
    onMerge(mergedData(versions.base, versions.mine, versions.theirs, (id) => sides.get(id) ?? 'mine'));
  };
  return (
    <ConfirmDialog
      open
      title="Somebody else saved this page"
      confirmLabel="Use these versions"
      onConfirm={merge}
      onCancel={onCancel}
    >
      <p>Nothing was stored yet. Choose whose version of each section to keep, then save again.</p>
      <List>
        {sections.map((section) => (
          <fieldset key={section.id}>
            <legend>
              {blocks.get(section.block)?.title ?? section.block} ({section.id})
            </legend>
            {(['mine', 'theirs'] as const).map((side) => (
              <LabeledChoice key={side}>
                <input
                  type="radio"
                  name={section.id}
                  checked={sideOf(section) === side}
                  onChange={() => setChosen(new Map(chosen).set(section.id, side))}
                />
                <span>
                  {side === 'mine' ? 'Yours' : 'Theirs'}: {FATES[section[side]]}
                  {changesOf(section, side).map((change) => (
                    <small key={change}>{change}</small>
                  ))}
                </span>
              </LabeledChoice>
            ))}
          </fieldset>
        ))}
      </List>
    </ConfirmDialog>
  );
}
