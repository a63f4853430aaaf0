import { Puck, type Data } from '@puckeditor/core';
import '@puckeditor/core/no-external.css';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import styled from 'styled-components';
import type { BuilderPage, EditablePage } from '../../contracts/operators/page-builder.ts';
import { reusableEntryCalls } from '../../contracts/operators/reusable-entry-calls.ts';
import { apiQueryKey } from '../call-api.ts';
import { errorMessage } from '../parts/states/error-message.ts';
import { ExampleSectionsContext, useExampleSections } from './adding/example-sections.ts';
import { CanvasFrame } from './canvas/canvas.tsx';
import { TextToolbar } from './inline-text/text-toolbar.tsx';
import { CanvasValueDialog } from './inline-text/canvas-value-dialog.tsx';
import { CanvasContext, CanvasIsBehindContext, OpenedPageDataContext } from './editor-context.ts';
import { EditorStoresProvider } from './editor-stores-provider.tsx';
import { EditorErrorBoundary } from './editor-error-boundary.tsx';
import { EditorWindow } from './editor-window.ts';
import { EditorGlobalStyle } from './canvas/editor-global-style.ts';
import { EditLockBar, LockedSaveDialog, SetAsideChangesBar } from './editing-bar.tsx';
import { fieldTypeOverrides } from './fields/block-field-frame.tsx';
import { useDelayedUndo } from './undo/restore-undo-step.ts';
import { stablePageAt, showBuilderPath } from './builder-paths.ts';
import { BuilderHeader } from './builder-header.tsx';
import { BuilderHeaderContext, type BuilderHeaderState } from './builder-header-context.ts';
import {
  restoreSetAsideChanges,
  isSameVersion,
  getUnsavedChanges,
  setChangesAside,
  type UnsavedChanges,
} from './saving/unsaved-changes.ts';
import { labelPuckControls } from './puck-controls.ts';
import {
  createItemKeyOf,
  isUnchanged,
  pageChanges,
  toPuckData,
  canAddBuiltInSections,
  withKeysAsItemIds,
} from './saving/page-data.ts';
import { ReusableEntryBar } from './reusable/reusable-entry-bar.tsx';
import { blocksById } from './reusable/shared-block.ts';
import { puckConfig, retiredBlockIds } from './puck-config.tsx';
import {
  draftButtonLabel,
  isPublicationPending,
  publishButtonLabel,
  savedStatusText,
  pageStatusText,
} from './saving/page-status.ts';
import { usePersistUnsavedChanges } from './saving/use-persist-unsaved-changes.ts';
import { AddSectionPanel } from './adding/add-section-panel.tsx';
import { LeftPanelOutline } from './sections/outline.tsx';
import { SectionBar } from './canvas/section-bar.tsx';
import { useDragAnnouncements } from './sections/use-drag-announcements.ts';
import { useKeepSelection } from './canvas/use-keep-selection.ts';
import { useScrollToSection } from './canvas/use-scroll-to-section.ts';
import { SectionFields } from './fields/section-fields.tsx';
import { initialPanelVisibility, useFoldPanels } from './use-fold-panels.ts';
import { useCanvas } from './canvas/use-canvas.ts';
import { useKeepEditMode } from './use-keep-edit-mode.ts';
import { useEditLock } from './saving/use-edit-lock.ts';
import { useSavePage } from './saving/use-save-page.ts';

/** Permissions for the page of a shared section, which consists of exactly one section. */
const ONE_SECTION = { drag: false, duplicate: false, delete: false, insert: false };
const NOTHING = { drag: false, duplicate: false, delete: false, edit: false, insert: false };
/** A constant, because a new object would make Puck recompute the permissions of all sections. */
const EVERYTHING = {};
/** A constant, because a new object would make Puck forget the first undo step. */
const FRAME = { enabled: true, syncHostStyles: false, waitForStyles: false };
const VIEWPORTS = [
  { width: 360, label: 'Phone', icon: 'Smartphone' as const },
  { width: 768, label: 'Tablet', icon: 'Tablet' as const },
  { width: 1440, label: 'Desktop', icon: 'Monitor' as const },
];

/** An element that only handles events. */
const Contents = styled.div`
  display: contents;
`;

/** A ref callback that labels the controls of Puck inside the element. */
const nameAll = (element: HTMLElement | null) => (element ? labelPuckControls(element) : undefined);

/** Runs the hooks that need Puck's state, and renders the tools of the canvas that are outside of its frame. */
function Shell({ children }: { children: ReactNode }) {
  useScrollToSection();
  useFoldPanels();
  useDragAnnouncements();
  useKeepEditMode();
  return (
    <>
      <Contents {...useKeepSelection()}>{children}</Contents>
      <TextToolbar />
      <CanvasValueDialog />
    </>
  );
}

const overrides = {
  puck: Shell,
  iframe: CanvasFrame,
  fieldTypes: fieldTypeOverrides,
  fields: SectionFields,
  drawer: AddSectionPanel,
  outline: LeftPanelOutline,
  actionBar: SectionBar,
  header: BuilderHeader,
};

interface Props {
  opened: BuilderPage;
  /** Loads the page again, even if its path has changed. */
  onReload: (page: EditablePage) => void;
}

/**
 * The page builder: edits a page on a canvas that shows it as visitors see it. If it fails, the unsaved changes are
 * stored so that they can be restored.
 */
export function PageEditor(props: Props) {
  const { page } = props.opened;
  const unsaved = useRef<UnsavedChanges>(null);
  const noteUnsaved = useCallback((kept: UnsavedChanges | null) => {
    unsaved.current = kept;
  }, []);
  return (
    <EditorErrorBoundary
      onStop={() => {
        const kept = unsaved.current ?? getUnsavedChanges(page);
        if (kept) setChangesAside(kept.base, kept.data, 'stopped');
      }}
    >
      <EditorStoresProvider>
        <Editor {...props} onUnsaved={noteUnsaved} />
      </EditorStoresProvider>
    </EditorErrorBoundary>
  );
}

interface EditorProps extends Props {
  /**
   * Called with each change before it is rendered, so that the change survives a rendering error. Called with null
   * after a save.
   */
  onUnsaved: (kept: UnsavedChanges | null) => void;
}

function Editor({ opened, onReload, onUnsaved }: EditorProps) {
  const queryClient = useQueryClient();
  const [blocks] = useState(() => blocksById(opened.blocks));
  const [kept] = useState(() => getUnsavedChanges(opened.page));
  // Apply stored changes to the version that they are based on, so that a save does not overwrite a newer one.
  const [page, setPage] = useState(() =>
    kept ? { ...kept.base, at: opened.page.at, path: opened.page.path } : opened.page,
  );
  useEffect(() => showBuilderPath(page), [page]);
  const [initial] = useState(() => kept?.data ?? toPuckData(opened.page, blocks));
  const [config] = useState(() =>
    puckConfig(
      blocks,
      retiredBlockIds([initial, toPuckData(opened.page, blocks)], blocks),
      opened.page.kind === 'section',
    ),
  );
  const [keyOf] = useState(() => createItemKeyOf(opened.page, initial));
  const delayedUndo = useDelayedUndo();
  const [panels] = useState(initialPanelVisibility);
  const [latest, setData] = useState(initial);
  // Comparing and storing a long page takes time, so defer it while somebody types.
  const data = useDeferredValue(latest);
  const [saved, setSaved] = useState<string | null>(null);
  const canvas = useCanvas(page, opened.canvas, blocks, keyOf);
  const changed = useMemo(
    () => !isUnchanged(pageChanges(data, page, blocks, keyOf)),
    [data, page, blocks, keyOf],
  );
  // Deferred like `data`. Otherwise, the page would seem saved when the typing ends, until `data` contains the typed
  // text.
  const isTyping = useDeferredValue(canvas.isTyping);
  const isUnsaved = changed || isTyping;
  const examples = useExampleSections(data, blocks);
  const isOwnText = canAddBuiltInSections(data, page);
  const newer = kept && !isSameVersion(kept.base, opened.page) ? opened.page : null;
  const readOnly = opened.target.kind === 'read-only';
  const { lock, editing, setLock, takeOver } = useEditLock(
    stablePageAt(opened.page),
    opened.editing,
    !readOnly,
  );
  const { save, isSaving, waiting, error, conflict, endConflict, locked, endLocked } = useSavePage({
    page,
    blocks,
    keyOf,
    newer,
    onSaved(next, live) {
      setPage(next);
      onUnsaved(null);
      setLock(null);
      setSaved(savedStatusText(next, live));
      // The save may have changed which pages show a shared section.
      void queryClient.invalidateQueries({ queryKey: apiQueryKey(reusableEntryCalls.list) });
    },
  });

  // Let the server resolve restored changes, because `opened.canvas` does not contain them.
  const restored = useRef(kept !== null);
  const { show } = canvas;
  useEffect(() => {
    if (restored.current) show(initial);
    restored.current = false;
  }, [show, initial]);
  const { tabs, aside, dropAside } = usePersistUnsavedChanges({
    page,
    data,
    changed,
    isUnsaved,
    kept,
    keyOf,
  });

  const canvasFault = canvas.fault;
  const header = useMemo(
    (): BuilderHeaderState => ({
      status: pageStatusText(opened, page, isUnsaved, saved),
      fault: error && !waiting ? `Not saved: ${errorMessage(error)}` : (canvasFault ?? tabs),
      waiting,
      busy: isSaving,
      canSave: isUnsaved,
      draftLabel: draftButtonLabel(editing, page),
      canPublish:
        isUnsaved ||
        (page.kind !== 'template' &&
          page.state !== 'published' &&
          (editing.mayPublish || !isPublicationPending(page))),
      mainLabel: publishButtonLabel(editing, page, opened.uses.length),
      readOnly,
      canShowSections: !readOnly && isOwnText,
      target: opened.target,
      editing,
      page,
      conflict,
      keyed: (current) => withKeysAsItemIds(current, keyOf),
      save: (current, publish) => save({ data: current, publish }),
      merge: (merged, theirs) => {
        setPage(theirs);
        setData(merged);
        endConflict();
      },
      endConflict,
      discard:
        isUnsaved && !readOnly
          ? (current) => {
              setChangesAside(page, withKeysAsItemIds(current, keyOf), 'discarded');
              onReload(page);
            }
          : null,
    }),
    [
      opened,
      page,
      isUnsaved,
      saved,
      error,
      waiting,
      canvasFault,
      tabs,
      isSaving,
      editing,
      readOnly,
      isOwnText,
      conflict,
      keyOf,
      save,
      endConflict,
      onReload,
    ],
  );
  const { title, path, kind } = page;
  const onChange = useCallback(
    (next: Data) => {
      onUnsaved({ base: page, data: withKeysAsItemIds(next, keyOf) });
      setData(next);
      setSaved(null);
      show(next);
    },
    [show, page, keyOf, onUnsaved],
  );
  // Puck keeps its own state, so it must not be rendered again after every change.
  const editor = useMemo(
    () => (
      <Puck
        height="100%"
        config={config}
        data={initial}
        onChange={onChange}
        onAction={delayedUndo.noteAction}
        overrides={overrides}
        ui={panels}
        headerTitle={title}
        {...(path === null ? {} : { headerPath: path })}
        viewports={VIEWPORTS}
        iframe={FRAME}
        permissions={readOnly ? NOTHING : kind === 'section' ? ONE_SECTION : EVERYTHING}
      />
    ),
    [config, initial, onChange, delayedUndo, panels, title, path, readOnly, kind],
  );
  return (
    <OpenedPageDataContext value={opened}>
      <EditorGlobalStyle />
      <CanvasContext value={canvas.state}>
        <CanvasIsBehindContext value={canvas.isBehind}>
          <BuilderHeaderContext value={header}>
            <ExampleSectionsContext value={examples}>
              <EditorWindow ref={nameAll}>
                <div>
                  <ReusableEntryBar />
                  <EditLockBar lock={lock} onTakeOver={takeOver} />
                  {aside && !readOnly && (
                    <SetAsideChangesBar
                      aside={aside}
                      onBringBack={() => {
                        restoreSetAsideChanges(
                          aside,
                          changed ? { base: page, data: withKeysAsItemIds(latest, keyOf) } : null,
                        );
                        onReload(page);
                      }}
                      onForget={dropAside}
                    />
                  )}
                </div>
                {editor}
              </EditorWindow>
            </ExampleSectionsContext>
            <LockedSaveDialog
              lock={locked?.lock ?? null}
              onTakeOver={() => locked && save({ ...locked.save, takeOver: true })}
              onCancel={endLocked}
            />
          </BuilderHeaderContext>
        </CanvasIsBehindContext>
      </CanvasContext>
    </OpenedPageDataContext>
  );
}
