import { useGetPuck } from '@puckeditor/core';
import { useState, type ReactNode } from 'react';
import styled from 'styled-components';
import { Dropdown } from '../parts/controls/dropdown.tsx';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx';
import { VariantChooser } from '../variants/variants.tsx';
import { stablePageAt } from './builder-paths.ts';
import { PageSettingsDialog } from './dialogs/page-settings-dialog.tsx';
import { ShowAsSectionsButton } from './dialogs/show-sections.tsx';
import { TrashDialog } from './dialogs/trash-dialog.tsx';
import { RevisionsDialog } from './dialogs/revisions-dialog.tsx';
import { EditingAccountNote } from './editing-bar.tsx';
import type { BuilderHeaderState } from './builder-header-context.ts';
import { HintsButton } from './hints/hints-button.tsx';
import { CreateReusableEntryDialog } from './reusable/create-reusable-entry-dialog.tsx';

const Line = styled.div`
  margin-block: 0.3rem;
  border-block-start: 1px solid ${({ theme }) => theme.color.line};
  &:is(:first-child, :last-child) {
    display: none;
  }
`;

const Note = styled.div`
  padding: 0.4rem 0.7rem;
  font-size: 0.8125rem;
  && a {
    display: inline;
    min-height: 0;
    padding: 0;
    text-decoration: underline;
  }
`;

/** Why a tool that leaves the editor is disabled. */
const UNSAVED = 'Save or discard your changes first.';

interface Props {
  header: BuilderHeaderState;
  /** Whether the window is wide enough to show the other tools outside of this menu. */
  hasSides: boolean;
  /** The button that saves a draft, if the header has no space for it. */
  draft: ReactNode;
}

/** A menu with the less common tools and, in a narrow window, the tools that do not fit into the header. */
export function MoreMenu({ header, hasSides, draft }: Props) {
  const { page, target, canSave, readOnly, canShowSections, discard, editing } = header;
  const getPuck = useGetPuck();
  return (
    <Dropdown label="More" icon="more">
      {draft}
      {!hasSides && <HintsButton isInMenu />}
      <Line />
      {canShowSections && <ShowAsSectionsButton page={page} />}
      <PageTools page={page} target={target} isChanged={canSave} />
      {page.kind === 'page' && <VariantChooser page={page} changed={canSave} readOnly={readOnly} />}
      <Line />
      {discard && <DiscardButton onDiscard={() => discard(getPuck().appState.data)} />}
      {!readOnly && <TrashButton page={page} isChanged={canSave} />}
      <Line />
      {editing.name !== null && (
        <Note>
          <EditingAccountNote editing={editing} />
        </Note>
      )}
    </Dropdown>
  );
}

/** Discards the unsaved changes of a page after a confirmation. The changes can be restored later. */
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
          The page is shown as it is stored. “Undo” above the page brings your changes back. They stay in this
          browser until you discard others.
        </p>
      </ConfirmDialog>
    </>
  );
}

interface ToolsProps extends Pick<BuilderHeaderState, 'page' | 'target'> {
  isChanged: boolean;
}

/** The buttons for the settings of the page, for saving it as a template, and for its versions. */
function PageTools({ page, target, isChanged }: ToolsProps) {
  const [open, setOpen] = useState<'settings' | 'template' | 'versions' | null>(null);
  const getPuck = useGetPuck();
  if (target.kind === 'read-only') return null;
  const close = () => setOpen(null);
  return (
    <>
      {page.kind === 'page' && (
        <>
          <SmallButton
            $look="outline"
            disabled={isChanged}
            title={isChanged ? UNSAVED : undefined}
            onClick={() => setOpen('settings')}
          >
            Page settings
          </SmallButton>
          <SmallButton $look="outline" onClick={() => setOpen('template')}>
            Save as a template
          </SmallButton>
        </>
      )}
      {page.modified !== null && (
        <SmallButton $look="outline" onClick={() => setOpen('versions')}>
          Versions
        </SmallButton>
      )}
      {open === 'template' && (
        <CreateReusableEntryDialog
          kind="template"
          indexes={[...getPuck().appState.data.content.keys()]}
          suggested={page.title}
          onClose={close}
        />
      )}
      {open === 'versions' && <RevisionsDialog page={page} onClose={close} />}
      {open === 'settings' && (
        <PageSettingsDialog at={stablePageAt(page)} variant={page.variant} onClose={close} />
      )}
    </>
  );
}

/** Disabled while there are unsaved changes: the browser would ask about them after the page is moved to the trash. */
function TrashButton({ page, isChanged }: Omit<ToolsProps, 'target'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <SmallButton
        $look="outline"
        disabled={isChanged}
        title={isChanged ? UNSAVED : undefined}
        onClick={() => setOpen(true)}
      >
        Move to trash
      </SmallButton>
      {isOpen && <TrashDialog page={page} onClose={() => setOpen(false)} />}
    </>
  );
}
