import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import styled from 'styled-components';
import type { EditablePage } from '../../contracts/operators/page-builder.ts';
import { pageCalls } from '../../contracts/operators/page-calls.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { VisuallyHidden } from '../../ui/theme/visually-hidden.ts';
import { pageAtOfBuilderPath, stablePageAt } from '../builder/builder-paths.ts';
import { PageEditor } from '../builder/page-editor.tsx';
import { loadUnsavedChanges, setVariantChangesAside } from '../builder/saving/unsaved-changes.ts';
import { ErrorState } from '../parts/states/error-state.tsx';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { apiQueryKey, callApi } from '../call-api.ts';
import { useOperatorData } from '../use-operator-data.ts';

/** The container for the loading and error states, which have no navigation bar. */
const Waiting = styled.main`
  padding: ${({ theme }) => theme.space.m};
`;

/**
 * Opens the page in the URL, or its variant named by `?variant=`, in the page builder, with the unsaved changes that
 * this browser stores. If the variant no longer exists, opens the page's own layout and sets the variant's unsaved
 * changes aside.
 */
export default function PageBuilderScreen() {
  const at = pageAtOfBuilderPath(useParams()['*'] ?? '');
  const [search, setSearch] = useSearchParams();
  const variant = search.get('variant') ?? '';
  const { siteName } = useOperatorData();
  const [isReloading, setReloading] = useState(false);
  const queries = useQueryClient();
  const queryKey = apiQueryKey(pageCalls.open, { at, variant });
  const leaveVariant = async (page: EditablePage) => {
    await setVariantChangesAside(page, variant);
    showToast({
      kind: 'info',
      title: `There is no variant “${variant}” any more`,
      text: 'It was deleted, or its A/B test was ended. This is the layout of the page itself.',
    });
    setSearch(
      (current) => {
        current.delete('variant');
        return current;
      },
      { replace: true },
    );
  };
  const open = async (wanted: string) => {
    const opened = await callApi(pageCalls.open, { at: wanted, variant });
    await loadUnsavedChanges(opened.page);
    if (variant !== '' && opened.page.variant === null) await leaveVariant(opened.page);
    return opened;
  };
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => open(at),
    // A refetch must not replace the version that is being edited.
    staleTime: Infinity,
    gcTime: 0,
  });
  const title = data?.page.title;
  useEffect(() => {
    if (title !== undefined) document.title = `${title} | ${siteName}`;
  }, [title, siteName]);
  const reload = async (page: EditablePage) => {
    // Unmount the editor first. Otherwise, it would overwrite the stored changes with which the page opens again.
    setReloading(true);
    // If this fails, the query keeps the error, which is rendered instead of the page.
    await queries
      .fetchQuery({ queryKey, queryFn: () => open(stablePageAt(page)), staleTime: 0 })
      .catch(() => {});
    setReloading(false);
  };
  if (isReloading || error || !data) {
    const retry = () => void (data ? reload(data.page) : refetch());
    return (
      <Waiting>
        <Link to="/admin/pages">All pages</Link>
        {error && !isReloading ? (
          <ErrorState title="This page cannot be opened" error={error} onRetry={retry} />
        ) : (
          <LoadingState label="Loading the page…" />
        )}
      </Waiting>
    );
  }
  return (
    <main>
      <VisuallyHidden as="h1">{data.page.title}</VisuallyHidden>
      <PageEditor opened={data} onReload={(page) => void reload(page)} />
    </main>
  );
}
