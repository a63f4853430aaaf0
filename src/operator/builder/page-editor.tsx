import { Puck, useGetPuck, type Data } from '@puckeditor/core';
import '@puckeditor/core/no-external.css';
import { createContext, use, useEffect, useMemo, useRef, useState } from 'react';
import styled from 'styled-components';
import type { BuilderPage, EditablePage } from '../../contracts/page-builder.ts';
import { errorWords } from '../parts/error-words.ts';
import { SmallButton } from '../parts/small-button.tsx';
import { statusColors } from '../parts/status-colors.ts';
import { CanvasFrame } from './canvas.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { CanvasContext, PageContext } from './editor-context.ts';
import { notedFields } from './field-notes.tsx';
import { Hints } from './hints/hints-panel.tsx';
import { forgetChanges, keepChanges, keptChanges } from './kept-changes.ts';
import { createKeys, isUnchanged, pageChanges, pageData, withKeys } from './page-data.ts';
import { puckConfig } from './puck-config.tsx';
import { AddSection, SectionTools } from './section-tools.tsx';
import { createShownField, ShownFieldContext } from './shown-field.ts';
import { useCanvas } from './use-canvas.ts';
import { useSave } from './use-save.ts';

const NOTHING = { drag: false, duplicate: false, delete: false, edit: false, insert: false };
/** One object for all renderings: Puck forgets the first step of undo when it gets another one. */
const FRAME = { enabled: true, syncHostStyles: false, waitForStyles: false };
const VIEWPORTS = [
  { width: 360, label: 'Phone', icon: 'Smartphone' as const },
  { width: 768, label: 'Tablet', icon: 'Tablet' as const },
  { width: 1440, label: 'Desktop', icon: 'Monitor' as const },
];

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 0.75rem;
  align-items: center;
  font-size: 0.875rem;
  [data-fault] {
    max-width: 24rem;
    color: ${statusColors.fail};
  }
`;

interface HeaderState {
  status: string;
  fault: string | null;
  busy: boolean;
  /** Whether a save would store anything. */
  canSave: boolean;
  isDraft: boolean;
  readOnly: boolean;
  page: EditablePage;
  conflict: EditablePage | null;
  /** Returns data with keys as ids. */
  keyed: (data: Data) => Data;
  save: (data: Data, publish: boolean) => void;
  merge: (merged: Data, theirs: EditablePage) => void;
  endConflict: () => void;
  discard: (() => void) | null;
}

const HeaderContext = createContext<HeaderState | null>(null);

/** The state of the page, and the buttons that store it. */
function HeaderActions() {
  const header = use(HeaderContext);
  const getPuck = useGetPuck();
  if (!header) return <></>;
  const { status, fault, busy, canSave, isDraft, readOnly, conflict, discard } = header;
  const save = (publish: boolean) => header.save(getPuck().appState.data, publish);
  return (
    <Actions>
      <span role="status">{status}</span>
      {fault !== null && (
        <span role="alert" data-fault>
          {fault}
        </span>
      )}
      {discard && (
        <SmallButton $look="outline" onClick={discard}>
          Discard changes
        </SmallButton>
      )}
      <Hints />
      <a href="/admin/pages">All pages</a>
      {!readOnly && isDraft && (
        <SmallButton $look="outline" disabled={busy || !canSave} onClick={() => save(false)}>
          Save draft
        </SmallButton>
      )}
      {!readOnly && (
        <SmallButton disabled={busy || (!canSave && !isDraft)} aria-busy={busy} onClick={() => save(true)}>
          {busy ? 'Saving…' : 'Publish'}
        </SmallButton>
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

const overrides = {
  iframe: CanvasFrame,
  fieldTypes: notedFields,
  fields: SectionTools,
  drawer: AddSection,
  headerActions: HeaderActions,
};

/** Edits a page on a canvas that shows it as visitors see it. */
export function PageEditor({ opened, onReload }: { opened: BuilderPage; onReload: () => void }) {
  const [blocks] = useState(() => new Map(opened.blocks.map((block) => [block.id, block])));
  const [config] = useState(() => puckConfig(blocks));
  const [page, setPage] = useState(opened.page);
  const [initial] = useState(() => keptChanges(opened.page) ?? pageData(opened.page, blocks));
  const [keyOf] = useState(() => createKeys(opened.page));
  const [shownField] = useState(createShownField);
  const [data, setData] = useState(initial);
  const [saved, setSaved] = useState<string | null>(null);
  const canvas = useCanvas(page, opened.canvas, blocks, keyOf);
  const changed = useMemo(
    () => !isUnchanged(pageChanges(data, page, blocks, keyOf)),
    [data, page, blocks, keyOf],
  );
  const { save, isSaving, error, conflict, endConflict } = useSave({
    page,
    blocks,
    keyOf,
    onSaved(next, live) {
      setPage(next);
      forgetChanges(next);
      setSaved(next.state === 'published' ? (live ? 'Live on the site' : 'Published') : 'Draft saved');
    },
  });

  // Restored changes were never sent to the server.
  const restored = useRef(keptChanges(opened.page) !== null);
  const { show } = canvas;
  useEffect(() => {
    if (restored.current) show(initial);
    restored.current = false;
  }, [show, initial]);
  useEffect(() => {
    if (changed) keepChanges(page, data);
  }, [changed, page, data]);
  useEffect(() => {
    if (!changed) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [changed]);

  const readOnly = opened.target.kind === 'read-only';
  const canvasFault = canvas.fault;
  const header = useMemo(
    (): HeaderState => ({
      status: statusWords(opened, page, changed, saved),
      fault: error ? `Not saved: ${errorWords(error)}` : canvasFault,
      busy: isSaving,
      canSave: changed,
      isDraft: page.state !== 'published',
      readOnly,
      page,
      conflict,
      keyed: (current) => withKeys(current, keyOf),
      save: (current, publish) => save({ data: current, publish }),
      merge: (merged, theirs) => {
        setPage(theirs);
        setData(merged);
        endConflict();
      },
      endConflict,
      discard:
        changed && !readOnly
          ? () => {
              forgetChanges(page);
              onReload();
            }
          : null,
    }),
    [
      opened,
      page,
      changed,
      saved,
      error,
      canvasFault,
      isSaving,
      readOnly,
      conflict,
      keyOf,
      save,
      endConflict,
      onReload,
    ],
  );
  return (
    <PageContext value={opened}>
      <CanvasContext value={canvas.state}>
        <ShownFieldContext value={shownField}>
          <HeaderContext value={header}>
            <Puck
              config={config}
              data={initial}
              onChange={(next) => {
                setData(next);
                setSaved(null);
                canvas.show(next);
              }}
              overrides={overrides}
              headerTitle={page.title}
              {...(page.path === null ? {} : { headerPath: page.path })}
              viewports={VIEWPORTS}
              iframe={FRAME}
              {...(readOnly ? { permissions: NOTHING } : {})}
            />
          </HeaderContext>
        </ShownFieldContext>
      </CanvasContext>
    </PageContext>
  );
}

function statusWords(
  { target }: BuilderPage,
  { state }: EditablePage,
  changed: boolean,
  saved: string | null,
): string {
  if (target.kind === 'read-only') return `Read-only. ${target.reason}`;
  if (changed) return 'Unsaved changes';
  if (saved !== null) return saved;
  return state === 'built-in' ? 'Built-in page' : state === 'published' ? 'Published' : 'Draft';
}
