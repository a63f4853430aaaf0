import { createUsePuck } from '@puckeditor/core';
import { useMutation } from '@tanstack/react-query';
import styled from 'styled-components';
import { SmallButton } from '../../parts/controls/small-button.tsx';
import { ErrorState } from '../../parts/states/error-state.tsx';
import { LoadingState } from '../../parts/states/loading-state.tsx';
import { errorMessage } from '../../parts/states/error-message.ts';
import { builderPath } from '../builder-paths.ts';
import { UsedOnPages } from './used-on.tsx';
import { useReusableEntryActions, useSharedSection } from './use-reusable.ts';

const usePuckState = createUsePuck();

const Box = styled.div`
  display: grid;
  gap: 0.75rem;
  padding: 0.25rem 0;
  font-size: 0.875rem;
  h3 {
    margin: 0;
    font-size: 1rem;
  }
  p {
    margin: 0;
  }
`;

interface Props {
  id: number;
  readOnly: boolean;
}

/**
 * Explains what a shared section is, lists the pages that show it, and links to the page where it is edited. A button
 * replaces it with a copy that belongs only to this page.
 */
export function SharedSectionPanel({ id, readOnly }: Props) {
  const { section, error, refetch } = useSharedSection(id);
  const placed = usePuckState(({ selectedItem }) => selectedItem?.props.id);
  const { detach } = useReusableEntryActions();
  const copying = useMutation({
    networkMode: 'always',
    mutationFn: (section: string) => detach(section, id),
  });
  if (section === undefined) {
    return error ? (
      <ErrorState title="Failed to load the shared section" error={error} onRetry={() => void refetch()} />
    ) : (
      <LoadingState label="Loading the shared section…" />
    );
  }
  if (section === null) {
    return (
      <Box>
        <p>
          This shared section does not exist any more, so visitors see nothing here. Remove it, or restore it
          from the trash.
        </p>
        <a href="/admin/sections">Shared sections and templates</a>
      </Box>
    );
  }
  return (
    <Box>
      <h3>{section.title}</h3>
      <p>
        A shared section is edited in one place. <UsedOnPages uses={section.uses} />
      </p>
      {!section.isPublic && <p>It is not published, so visitors do not see it yet.</p>}
      <a href={builderPath(section.at)} target="_blank" rel="noopener">
        Edit “{section.title}”
      </a>
      {!readOnly && placed !== undefined && (
        <>
          <SmallButton $look="outline" disabled={copying.isPending} onClick={() => copying.mutate(placed)}>
            {copying.isPending ? 'Copying…' : 'Make a copy for this page'}
          </SmallButton>
          <small>The copy can be changed without changing the other pages.</small>
          {copying.error && <p role="alert">{errorMessage(copying.error)}</p>}
        </>
      )}
    </Box>
  );
}
