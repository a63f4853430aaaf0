import { useGetPuck, type Data } from '@puckeditor/core';
import { createContext, use, useState } from 'react';
import styled from 'styled-components';
import type { EditablePage, SaveTarget } from '../../contracts/operators/page-builder.ts';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { statusColors } from '../../contracts/brand.ts';
import { ConflictDialog } from './dialogs/conflict-dialog.tsx';
import { Hints } from './hints/hints.tsx';
import { PublishButton } from './saving/publish-button.tsx';
import type { Waiting } from './saving/use-save.ts';
import { Variants } from '../variants/variants.tsx';
import { errorMessage } from '../parts/states/error-message.ts';
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx';
import { PageSettingsDialog } from './dialogs/page-settings-dialog.tsx';
import { ShareDialog } from './reusable/share-dialog.tsx';
import { ShowSections } from './dialogs/show-sections.tsx';
import { TrashDialog } from './dialogs/trash-dialog.tsx';
import { VersionsDialog } from './dialogs/versions-dialog.tsx';

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 0.75rem;
  align-items: center;
  font-size: 0.875rem;
  button {
    min-height: 2.25rem;
    padding-inline: 0.7rem;
    font-size: 0.8125rem;
    white-space: nowrap;
  }
  [data-fault] {
    flex-basis: 100%;
    order: -1;
    color: ${statusColors.fail};
  }
  @media (min-width: 48rem) {
    justify-content: end;
  }
`;

/** The state and the actions of the editor's header. */
export interface HeaderState {
  status: string;
  fault: string | null;
  waiting: Waiting | null;
  busy: boolean;
  /** Whether there is anything to save. */
  canSave: boolean;
  /** The label of the button that saves without publishing; null if there is none. */
  draftLabel: string | null;
  /** Whether the main button would change anything. */
  canPublish: boolean;
  /** The label of the button that publishes. */
  mainLabel: string;
  readOnly: boolean;
  /** Whether the page shows its own text, and could show sections. */
  canShowSections: boolean;
  target: SaveTarget;
  page: EditablePage;
  conflict: EditablePage | null;
  /** Returns the data with placement keys as item ids. */
  keyed: (data: Data) => Data;
  save: (data: Data, publish: boolean) => void;
  merge: (merged: Data, theirs: EditablePage) => void;
  endConflict: () => void;
  discard: ((data: Data) => void) | null;
}

export const HeaderContext = createContext<HeaderState | null>(null);

/** The state of the page, and the buttons that store it. */
export function HeaderActions() {
  const header = use(HeaderContext);
  const getPuck = useGetPuck();
  if (!header) return <></>;
  const { status, fault, waiting, busy, canSave, draftLabel, canPublish, mainLabel } = header;
  const { readOnly, conflict, discard } = header;
  const save = (publish: boolean) => header.save(getPuck().appState.data, publish);
  return (
    <Actions>
      <span role="status">{status}</span>
      {fault !== null && (
        <span role="alert" data-fault>
          {fault}
        </span>
      )}
      {waiting && <SaveWait waiting={waiting} />}
      {discard && <DiscardButton onDiscard={() => discard(getPuck().appState.data)} />}
      {header.canShowSections && <ShowSections page={header.page} />}
      <Hints />
      {header.page.kind === 'page' && <Variants page={header.page} changed={canSave} readOnly={readOnly} />}
      {header.page.kind === 'page' ? (
        <a href="/admin/pages">All pages</a>
      ) : (
        <a href="/admin/sections">Shared sections</a>
      )}
      <PageTools page={header.page} target={header.target} isChanged={canSave} />
      {!readOnly && draftLabel !== null && (
        <SmallButton $look="outline" disabled={busy || !canSave} onClick={() => save(false)}>
          {draftLabel}
        </SmallButton>
      )}
      {!readOnly && (
        <PublishButton
          label={mainLabel}
          busy={busy}
          disabled={busy || !canPublish}
          onPublish={() => save(true)}
        />
      )}
      {conflict && (
        <ConflictDialog
          base={header.page}
          mine={header.keyed(getPuck().appState.data)}
          theirs={conflict}
          onCancel={header.endConflict}
          onMerge={(merged) => {
            header.merge(merged, conflict);
            getPuck().dispatch({ type: 'setData', data: merged, recordHistory: true });
          }}
        />
      )}
    </Actions>
  );
}

/** Shows why a page is not saved yet, and the time until the next attempt. */
function SaveWait({ waiting: { error, seconds, now, stop } }: { waiting: Waiting }) {
  return (
    <>
      <span role="alert" data-fault>
        Not saved yet: {errorMessage(error)} Your changes are kept. The next try is in {seconds} seconds.
      </span>
      <SmallButton $look="outline" onClick={now}>
        Try now
      </SmallButton>
      <SmallButton $look="outline" onClick={stop}>
        Stop trying
      </SmallButton>
    </>
  );
}

/** Discards the unsaved changes of a page. Asks first, and says that they can be brought back. */
function DiscardButton({ onDiscard }: { onDiscard: () => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <SmallButton $look="outline" onClick={() => setAsking(true)}>
        Discard changes
      </SmallButton>
      <ConfirmDialog
        open={isAsking}
        title="Discard your changes?"
        confirmLabel="Discard changes"
        onConfirm={() => {
          setAsking(false);
          onDiscard();
        }}
        onCancel={() => setAsking(false)}
      >
        <p>
          The page is shown as it is stored. Your changes stay in this browser until you discard others, and
          you can bring them back above the page.
        </p>
      </ConfirmDialog>
    </>
  );
}

interface Props {
  page: EditablePage;
  target: SaveTarget;
  isChanged: boolean;
}

/** The buttons for the page as a whole. */
function PageTools({ page, target, isChanged }: Props) {
  const [open, setOpen] = useState<'settings' | 'versions' | 'template' | 'trash' | null>(null);
  const getPuck = useGetPuck();
  if (target.kind === 'read-only') return null;
  const close = () => setOpen(null);
  return (
    <>
      {page.kind === 'page' && (
        <SmallButton
          $look="outline"
          disabled={isChanged}
          title={isChanged ? 'Save or discard your changes first.' : undefined}
          onClick={() => setOpen('settings')}
        >
          Page settings
        </SmallButton>
      )}
      {page.kind === 'page' && (
        <SmallButton $look="outline" onClick={() => setOpen('template')}>
          Save as a template
        </SmallButton>
      )}
      {page.modified !== null && (
        <SmallButton $look="outline" onClick={() => setOpen('versions')}>
          Versions
        </SmallButton>
      )}
      <SmallButton $look="outline" onClick={() => setOpen('trash')}>
        Move to trash
      </SmallButton>
      {open === 'template' && (
        <ShareDialog
          kind="template"
          indexes={getPuck().appState.data.content.map((_item, index) => index)}
          suggested={page.title}
          onClose={close}
        />
      )}
      {open === 'trash' && <TrashDialog page={page} onClose={close} />}
      {open === 'versions' && <VersionsDialog at={page.at} onClose={close} />}
      {open === 'settings' && <PageSettingsDialog at={page.at} onClose={close} />}
    </>
  );
}
