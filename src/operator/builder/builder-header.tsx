import { createUsePuck, useGetPuck } from '@puckeditor/core';
import { use } from 'react';
import styled from 'styled-components';
import { statusColors } from '../../contracts/brand.ts';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { OperatorIcon } from '../parts/controls/operator-icon.tsx';
import { useMediaQuery } from '../parts/controls/use-media-query.ts';
import { errorMessage } from '../parts/states/error-message.ts';
import { VisuallyHidden } from '../../ui/theme/visually-hidden.ts';
import { useRestoreUndoStep } from './undo/restore-undo-step.ts';
import { ConflictDialog } from './dialogs/conflict-dialog.tsx';
import { BuilderHeaderContext } from './builder-header-context.ts';
import { HintsButton } from './hints/hints-button.tsx';
import { HistoryMenu } from './undo/history-menu.tsx';
import { MoreMenu } from './more-menu.tsx';
import { useReplacePage } from './sections/use-replace-page.ts';
import { PublishButton } from './saving/publish-button.tsx';
import type { PendingSaveRetry } from './saving/use-save-page.ts';

const usePuckState = createUsePuck();

/** From this window width on, the button that saves a draft fits into the row. Otherwise, it is in the menu. */
const HAS_SPACE = '(min-width: 56rem)';
/**
 * From this window width on (Puck's breakpoint), the side panels are beside the canvas. In narrower windows, they are
 * below it, and the row has fewer tools.
 */
const HAS_SIDES = '(min-width: 638px)';

const Row = styled.header`
  display: flex;
  gap: 0.25rem;
  align-items: center;
  min-height: 3.25rem;
  padding: 0.25rem 0.75rem;
  border-block-end: 1px solid ${({ theme }) => theme.color.line};
  background: ${({ theme }) => theme.color.surface};
  color: ${({ theme }) => theme.color.ink};
  font-size: 0.875rem;
  @media (max-width: 40rem) {
    gap: 0;
    padding-inline: 0.4rem;
  }
`;

const Back = styled.a`
  display: inline-grid;
  flex: none;
  place-items: center;
  min-width: 2.25rem;
  min-height: 2.25rem;
  border-radius: ${({ theme }) => theme.radius.s};
  color: ${({ theme }) => theme.color.ink};
  &:hover {
    background: ${({ theme }) => theme.color.sand};
  }
  @media (hover: none) {
    min-width: 2.75rem;
    min-height: 2.75rem;
  }
`;

/** The title and the state of the page. This part takes the free space, so that a change of text moves no button. */
const About = styled.div`
  display: flex;
  flex: 1 1 0;
  gap: 0 0.75rem;
  align-items: baseline;
  min-width: 0;
  padding-inline: 0.4rem;
  /* Otherwise, a long title would make the row wider than a narrow window. */
  contain: inline-size;
  > * {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  strong {
    font-family: ${({ theme }) => theme.font.display};
    font-size: 1rem;
    font-weight: 560;
  }
  span {
    flex: none;
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: 0.8125rem;
  }
  @media (max-width: 56rem) {
    flex-direction: column;
    > * {
      max-width: 100%;
    }
    strong {
      font-size: 0.875rem;
    }
    span {
      font-size: 0.75rem;
    }
  }
`;

const Divider = styled.span`
  align-self: stretch;
  margin: 0.7rem 0.3rem;
  border-inline-start: 1px solid ${({ theme }) => theme.color.line};
  @media (max-width: 40rem) {
    display: none;
  }
`;

const Save = styled.div`
  display: flex;
  flex: none;
  gap: 0.4rem;
  margin-inline-start: 0.4rem;
  button {
    min-height: 2.25rem;
    padding-inline: 0.9rem;
    font-size: 0.8125rem;
    white-space: nowrap;
  }
`;

const Alerts = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.4rem 0.75rem;
  align-items: center;
  padding: 0.4rem 1rem;
  border-block-end: 1px solid ${({ theme }) => theme.color.line};
  background: ${({ theme }) => theme.color.surface};
  font-size: 0.875rem;
  &:empty {
    display: none;
  }
  [role='alert'] {
    color: ${statusColors.fail};
  }
  button {
    min-height: 2.25rem;
    padding-inline: 0.7rem;
    font-size: 0.8125rem;
  }
`;

/** The tools above the canvas, the messages below them, and the dialog about a conflict of versions. */
export function BuilderHeader() {
  const header = use(BuilderHeaderContext);
  const getPuck = useGetPuck();
  const replacePage = useReplacePage();
  const hasSpace = useMediaQuery(HAS_SPACE);
  const hasSides = useMediaQuery(HAS_SIDES);
  if (!header) return <></>;
  const { status, fault, waiting, busy, canSave, draftLabel, canPublish, mainLabel } = header;
  const { readOnly, conflict, page } = header;
  const back =
    page.kind === 'page'
      ? { href: '/admin/pages', label: 'All pages' }
      : { href: '/admin/sections', label: 'Shared sections and templates' };
  const save = (publish: boolean) => header.save(getPuck().appState.data, publish);
  const draft = !readOnly && draftLabel !== null && (
    <SmallButton $look="outline" disabled={busy || !canSave} onClick={() => save(false)}>
      {draftLabel}
    </SmallButton>
  );
  return (
    <div>
      <Row>
        <Back href={back.href} title={back.label}>
          <OperatorIcon name="back" />
          <VisuallyHidden>{back.label}</VisuallyHidden>
        </Back>
        {hasSides && <PanelButton side="left" />}
        <About>
          <strong>{page.title}</strong>
          <span role="status">{readOnly ? 'Read-only' : status}</span>
        </About>
        <UndoButtons />
        {hasSides && (
          <>
            <HistoryMenu />
            <Divider />
            <HintsButton />
            <PanelButton side="right" />
          </>
        )}
        <MoreMenu header={header} hasSides={hasSides} draft={hasSpace ? null : draft} />
        <Save>
          {hasSpace && draft}
          {!readOnly && (
            <PublishButton
              label={mainLabel}
              busy={busy}
              disabled={busy || !canPublish}
              onPublish={() => save(true)}
            />
          )}
        </Save>
      </Row>
      <Alerts>
        {readOnly && <span>{status}</span>}
        {fault !== null && <span role="alert">{fault}</span>}
        {waiting && <SaveWait waiting={waiting} />}
      </Alerts>
      {conflict && (
        <ConflictDialog
          base={page}
          mine={header.keyed(getPuck().appState.data)}
          theirs={conflict}
          onCancel={header.endConflict}
          onMerge={(merged) => {
            header.merge(merged, conflict);
            replacePage(merged);
          }}
        />
      )}
    </div>
  );
}

function UndoButtons() {
  const hasPast = usePuckState(({ history }) => history.hasPast);
  const hasFuture = usePuckState(({ history }) => history.hasFuture);
  const restore = useRestoreUndoStep();
  return (
    <>
      <IconButton icon="undo" label="Undo" disabled={!hasPast} onClick={() => restore('back')} />
      <IconButton icon="redo" label="Redo" disabled={!hasFuture} onClick={() => restore('forward')} />
    </>
  );
}

/** A button that opens or closes a side panel. */
function PanelButton({ side }: { side: 'left' | 'right' }) {
  const getPuck = useGetPuck();
  const name = `${side}SideBarVisible` as const;
  const isOpen = usePuckState(({ appState }) => appState.ui[name]);
  return (
    <IconButton
      icon={side}
      label={side === 'left' ? 'Blocks and outline' : 'Inputs of the section'}
      tip={side === 'left' ? 'end' : undefined}
      aria-expanded={isOpen}
      onClick={() => getPuck().dispatch({ type: 'setUi', ui: { [name]: !isOpen } })}
    />
  );
}

/** Shows why the save failed and how many seconds pass between the failure and the next attempt. */
function SaveWait({ waiting: { error, seconds, now, stop } }: { waiting: PendingSaveRetry }) {
  return (
    <>
      <span role="alert">
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
