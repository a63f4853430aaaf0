import { useGetPuck } from '@puckeditor/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { SHARED_SECTION_BLOCK_ID } from '../../../contracts/layout.ts';
import {
  reusableEntryCalls,
  type ReusableEntryListRow,
  type ReusableEntryKind,
} from '../../../contracts/operators/reusable-entry-calls.ts';
import { apiQuery, apiQueryKey, callApi } from '../../call-api.ts';
import { useCanvasState } from '../editor-context.ts';
import { ROOT_ZONE } from '../sections/section-changes.ts';
import { useInsertSections } from '../sections/use-insert-sections.ts';
import { toPageItems, toStoredSections } from './section-content.ts';

/** Returns the shared sections and templates; `entries` is undefined until the list has been loaded. */
export function useReusableEntries() {
  // Load them again on focus, because they are edited in other tabs.
  const { data, error, refetch } = useQuery({
    ...apiQuery(reusableEntryCalls.list, {}),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  return { entries: data?.entries, error, refetch };
}

/**
 * Returns a shared section by its id: undefined while the list is loading or if it cannot be loaded, null if it does
 * not exist.
 */
export function useSharedSection(id: number) {
  const { entries, ...state } = useReusableEntries();
  const found = entries?.find((entry) => entry.kind === 'section' && entry.id === id) ?? null;
  return { section: entries && found, ...state };
}

/**
 * Returns a mutation that stores sections of the page as a shared section or a template. It resolves to the `id` and
 * the `at` of the new entry.
 */
export function useCreateReusableEntry() {
  const { blocks, keyOf } = useCanvasState();
  const getPuck = useGetPuck();
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({
      kind,
      title,
      indexes,
    }: {
      kind: ReusableEntryKind;
      title: string;
      indexes: readonly number[];
    }) => {
      const { content } = getPuck().appState.data;
      const items = indexes.flatMap((index) => content[index] ?? []);
      const { layout, values } = toStoredSections(items, blocks, keyOf);
      return callApi(reusableEntryCalls.create, { kind, title, layout, values });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: apiQueryKey(reusableEntryCalls.list) }),
  });
}

/** What identifies a section of the page. Its index changes when sections are added, moved or removed. */
interface PlacedSection {
  /** Puck's id of the section. */
  id: string;
  /** The id of its block. */
  type: string;
}

/** Returns the actions that insert, share or detach reusable sections on the page. Each action is one undo step. */
export function useReusableEntryActions() {
  const { blocks } = useCanvasState();
  const insert = useInsertSections();
  const getPuck = useGetPuck();

  /**
   * Replaces a section, wherever it is now. The new section keeps the id, and thus the key and the anchor. Does nothing
   * if the section was removed or replaced while the server was asked.
   */
  function replace(section: PlacedSection, type: string, values: Readonly<Record<string, unknown>>): void {
    const { dispatch, appState } = getPuck();
    const { content } = appState.data;
    const index = content.findIndex((each) => each.props.id === section.id && each.type === section.type);
    const item = content[index];
    if (!item) return;
    const { id, _hidden, _region, _from, _until } = item.props;
    const props = { ...values, id, _hidden, _region, _from, _until };
    dispatch({ type: 'replace', destinationIndex: index, destinationZone: ROOT_ZONE, data: { type, props } });
  }

  const contentOf = (id: number) => callApi(reusableEntryCalls.content, { id });

  return {
    /** Replaces a section with the shared section that was created from it. */
    share: (section: PlacedSection, shared: number) =>
      replace(section, SHARED_SECTION_BLOCK_ID, { _shared: shared }),
    /**
     * Replaces a shared section with a copy that belongs only to this page. Rejects with an `Error` if the shared
     * section is empty.
     */
    detach: async (id: string, shared: number): Promise<void> => {
      const [copy] = toPageItems(await contentOf(shared), blocks);
      if (!copy) throw new Error('The shared section has no section.');
      const { id: _id, _hidden, _region, _from, _until, ...values } = copy.props;
      replace({ id, type: SHARED_SECTION_BLOCK_ID }, copy.type, values);
    },
    /** Adds a shared section, or copies of the sections of a template. */
    add: async ({ kind, id }: Pick<ReusableEntryListRow, 'kind' | 'id'>): Promise<void> => {
      if (kind === 'section') insert([{ type: SHARED_SECTION_BLOCK_ID, props: { ...SHOWN, _shared: id } }]);
      else insert(toPageItems(await contentOf(id), blocks));
    },
  };
}

const SHOWN = { _hidden: false, _region: 'main', _from: '', _until: '' };
