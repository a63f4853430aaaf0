import { createUsePuck } from '@puckeditor/core';
import { useState, type ReactNode } from 'react';
import styled from 'styled-components';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { CreateReusableEntryButtons } from '../reusable/share-section.tsx';
import { withSectionsMovedBy } from './section-order.ts';
import { useSectionActions } from './use-section-actions.ts';

const usePuckState = createUsePuck();

const Bar = styled.div`
  display: grid;
  grid-auto-columns: minmax(1.6rem, 2.35rem);
  grid-auto-flow: column;
  align-items: center;
  > button {
    min-width: 0;
    padding-inline: 0;
  }
`;

interface Props {
  /** The accessible name of the toolbar. */
  label: string;
  ids: ReadonlySet<string>;
  isHidden: boolean;
  /** Buttons after those of the toolbar. */
  children?: ReactNode;
}

/**
 * Buttons that move, duplicate, copy, hide or show, and remove the sections with these ids, and that store them for
 * reuse.
 */
export function SectionToolbar({ label, ids, isHidden, children }: Props) {
  const actions = useSectionActions();
  const [copied, setCopied] = useState<{ ids: ReadonlySet<string>; isStored: boolean } | null>(null);
  const isNone = ids.size === 0;
  const canGoUp = usePuckState(
    ({ appState }) => withSectionsMovedBy(appState.data.content, ids, -1) !== null,
  );
  const canGoDown = usePuckState(
    ({ appState }) => withSectionsMovedBy(appState.data.content, ids, 1) !== null,
  );
  return (
    <Bar role="toolbar" aria-label={label}>
      <IconButton
        icon="up"
        label="Move up"
        tip="end"
        disabled={!canGoUp}
        onClick={() => actions.move(ids, -1)}
      />
      <IconButton
        icon="down"
        label="Move down"
        tip="end"
        disabled={!canGoDown}
        onClick={() => actions.move(ids, 1)}
      />
      <IconButton
        icon="duplicate"
        label="Duplicate"
        disabled={isNone}
        onClick={() => actions.duplicate(ids)}
      />
      <IconButton
        icon="copy"
        label="Copy"
        disabled={isNone}
        onClick={() => setCopied({ ids, isStored: actions.copy(ids) })}
      />
      <IconButton
        icon={isHidden ? 'show' : 'hide'}
        label={isHidden ? 'Show' : 'Hide'}
        disabled={isNone}
        onClick={() => actions.hide(ids, !isHidden)}
      />
      <IconButton
        icon="remove"
        label="Remove"
        tip="start"
        disabled={isNone}
        onClick={() => actions.remove(ids)}
      />
      <CreateReusableEntryButtons ids={ids} />
      {children}
      <Said role="status">
        {copied !== null &&
          copied.ids === ids &&
          (copied.isStored
            ? 'Copied. Paste it under “Blocks”, on any page.'
            : 'This browser stores nothing, so nothing was copied.')}
      </Said>
    </Bar>
  );
}

const Said = styled.span`
  grid-row: 2;
  grid-column: 1 / -1;
  padding-inline: 0.4rem;
  font-size: 0.8125rem;
  &:empty {
    display: none;
  }
`;
