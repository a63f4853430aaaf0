import { useGetPuck, type Data } from '@puckeditor/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import styled from 'styled-components';
import { pageCalls } from '../../../contracts/operators/page-calls.ts';
import type { EditablePage } from '../../../contracts/operators/page-builder.ts';
import type { PageRevision } from '../../../contracts/operators/page-revision-list.ts';
import type { ResolvedPlacement } from '../../../contracts/placement.ts';
import { BlockFrame } from '../../catalogue/block-frame.tsx';
import { EmptyState } from '../../parts/states/empty-state.tsx';
import { ErrorState } from '../../parts/states/error-state.tsx';
import { LabeledChoice, FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { LoadingState } from '../../parts/states/loading-state.tsx';
import { Timestamp } from '../../parts/text/timestamp.tsx';
import { apiQuery } from '../../call-api.ts';
import { stablePageAt } from '../builder-paths.ts';
import { useOpenedPageData, useCanvasState } from '../editor-context.ts';
import { conflictSections, type ConflictSection, type SectionChange } from '../saving/merge-conflict.ts';
import { useReplacePage } from '../sections/use-replace-page.ts';
import { isEqualJson, toPuckData, withKeysAsItemIds } from '../saving/page-data.ts';

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${({ theme }) => theme.space.m};
  @media (min-width: 60rem) {
    grid-template-columns: 17rem minmax(0, 1fr);
  }
  fieldset {
    align-content: start;
    max-height: 60dvh;
    overflow-y: auto;
  }
  summary {
    min-height: 2.75rem;
    padding-block: 0.6rem;
    font-weight: 620;
    cursor: pointer;
  }
`;

const Sides = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr));
  gap: 0.75rem;
`;

interface Props {
  page: Pick<EditablePage, 'id' | 'at' | 'variant'>;
  onClose: () => void;
}

/**
 * Lists the revisions of a page, shows how the chosen one differs from the editor, and can load it into the editor. Of
 * a revision, it shows the layout that the editor has open: the page's own, or that of a variant.
 */
export function RevisionsDialog({ page, onClose }: Props) {
  const getPuck = useGetPuck();
  const { keyOf } = useCanvasState();
  const replacePage = useReplacePage();
  // The dialog covers the editor, so the data cannot change while it is open.
  const [current] = useState(() => withKeysAsItemIds(getPuck().appState.data, keyOf));
  const [chosen, setChosen] = useState<number | null>(null);
  const { data, error, refetch } = useQuery({
    ...apiQuery(pageCalls.revisions, { at: stablePageAt(page) }),
    staleTime: 0,
    retry: false,
  });
  const version = useVersion(page, chosen);
  const { loaded } = version;
  const isDifferent = loaded !== null && !isEqualJson(loaded.data.content, current.content);
  return (
    <FormDialog
      wide
      title="Versions of this page"
      submitLabel="Go back to this version"
      disabled={!isDifferent}
      onCancel={onClose}
      onSubmit={() => {
        if (!loaded) return;
        replacePage(loaded.data);
        onClose();
      }}
    >
      {error && (
        <ErrorState title="Failed to load the versions" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <LoadingState label="Loading the versions…" />}
      {data?.revisions.length === 0 && (
        <EmptyState title="No versions yet">One is kept each time the page is saved.</EmptyState>
      )}
      {data && data.revisions.length > 0 && (
        <>
          <p>
            A version is loaded as unsaved changes. “Undo” brings back what you have now, and visitors see
            nothing of it before you publish.
          </p>
          <Columns>
            <fieldset>
              <legend>Saved</legend>
              {data.revisions.map((revision) => (
                <VersionChoice
                  key={revision.id}
                  revision={revision}
                  isChosen={revision.id === chosen}
                  onChoose={() => setChosen(revision.id)}
                />
              ))}
              {data.isCut && <p>Older versions are on the page’s edit screen in WordPress.</p>}
            </fieldset>
            <div aria-live="polite">
              {chosen === null && <p>Choose a version to see what differs from the page in the editor.</p>}
              {version.error && <ErrorState title="This version cannot be shown" error={version.error} />}
              {chosen !== null && !loaded && !version.error && <LoadingState label="Loading the version…" />}
              {loaded && <Differences key={chosen} current={current} loaded={loaded} />}
            </div>
          </Columns>
        </>
      )}
    </FormDialog>
  );
}

interface Loaded {
  data: Data;
  placements: ReadonlyMap<string, ResolvedPlacement>;
}

function useVersion(page: Props['page'], id: number | null): { loaded: Loaded | null; error: Error | null } {
  const { blocks } = useCanvasState();
  const { data, error } = useQuery({
    ...apiQuery(pageCalls.revision, { at: stablePageAt(page), id: id ?? 0, variant: page.variant ?? '' }),
    enabled: id !== null,
    staleTime: Infinity,
    retry: false,
  });
  const loaded = useMemo(
    () =>
      data
        ? {
            data: toPuckData(data.page, blocks),
            placements: new Map(data.canvas.placements.map((placement) => [placement.key, placement])),
          }
        : null,
    [data, blocks],
  );
  return { loaded, error };
}

interface ChoiceProps {
  revision: PageRevision;
  isChosen: boolean;
  onChoose: () => void;
}

function VersionChoice({ revision: { by, when }, isChosen, onChoose }: ChoiceProps) {
  return (
    <LabeledChoice>
      <input type="radio" name="version" checked={isChosen} onChange={onChoose} />
      <span>
        <Timestamp at={when} />
        <small>{by === null ? 'Person not recorded' : `by ${by}`}</small>
      </span>
    </LabeledChoice>
  );
}

const FATES: Readonly<Record<SectionChange, string>> = {
  same: 'not changed',
  changed: 'is different',
  added: 'is only in that version',
  removed: 'is not in that version',
};

/** Lists the sections that differ between the loaded revision and the editor, and shows both versions of each. */
function Differences({ current, loaded }: { current: Data; loaded: Loaded }) {
  const { blocks, placements } = useCanvasState();
  const sections = conflictSections(current, current, loaded.data);
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    new Set(sections.slice(0, 1).map(({ id }) => id)),
  );
  if (sections.length === 0) {
    return (
      <p>
        {isEqualJson(loaded.data.content, current.content)
          ? 'This version is the same as the page in the editor.'
          : 'The sections are the same, in another order.'}
      </p>
    );
  }
  return (
    <>
      <p>
        {sections.length} {sections.length === 1 ? 'section differs' : 'sections differ'} from the page in the
        editor.
      </p>
      {sections.map(({ id, block, theirs }: ConflictSection) => (
        <details
          key={id}
          open={opened.has(id)}
          onToggle={({ currentTarget }) => {
            if (currentTarget.open) setOpened((before) => new Set(before).add(id));
          }}
        >
          <summary>
            {blocks.get(block)?.title ?? block} ({id}) {FATES[theirs]}
          </summary>
          {opened.has(id) && (
            <Sides>
              <Side title="That version" id={id} placement={loaded.placements.get(id)} />
              <Side title="Now" id={id} placement={placements.get(id)} />
            </Sides>
          )}
        </details>
      ))}
    </>
  );
}

interface SideProps {
  title: string;
  id: string;
  placement: ResolvedPlacement | undefined;
}

function Side({ title, id, placement }: SideProps) {
  const { site } = useOpenedPageData();
  return (
    <div>
      <p>{title}</p>
      {placement ? (
        <BlockFrame title={`${title}: ${id}`} placement={placement} site={site} width={1024} colors="light" />
      ) : (
        <p>Nothing to show.</p>
      )}
    </div>
  );
}
