import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import styled from 'styled-components';
import { pageCalls } from '../../../contracts/operators/page-calls.ts';
import type { LibraryPicture } from '../../../contracts/operators/picture-library.ts';
import { EmptyState } from '../../parts/states/empty-state.tsx';
import { ErrorState } from '../../parts/states/error-state.tsx';
import { LoadingState } from '../../parts/states/loading-state.tsx';
import { SearchField } from '../../parts/controls/search-field.tsx';
import { SmallButton } from '../../parts/controls/small-button.tsx';
import { apiQueryKey, callApi } from '../../call-api.ts';

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(8rem, 1fr));
  gap: 0.75rem;
  padding: 0;
  list-style: none;
  button {
    display: grid;
    gap: 0.35rem;
    align-content: start;
    width: 100%;
    height: 100%;
    padding: 0.35rem;
    border: 2px solid ${({ theme }) => theme.color.line};
    border-radius: ${({ theme }) => theme.radius.s};
    background: none;
    color: inherit;
    font-size: 0.8125rem;
    text-align: start;
    overflow-wrap: anywhere;
    cursor: pointer;
    &:hover,
    &[aria-current='true'] {
      border-color: ${({ theme }) => theme.color.accent};
    }
  }
  img {
    display: block;
    width: 100%;
    height: auto;
    aspect-ratio: 4 / 3;
    object-fit: cover;
    background: ${({ theme }) => theme.color.sand};
  }
  small {
    color: ${({ theme }) => theme.color.inkSoft};
  }
`;

/** Milliseconds without a keystroke before the search request is sent. */
const TYPING_PAUSE_MS = 250;

interface Props {
  /** The id of the picture that is in use. */
  current: number | null;
  onChoose: (picture: LibraryPicture) => void;
}

/** Lists the pictures in the media library, with a search field. */
export function PictureGrid({ current, onChoose }: Props) {
  const [search, setSearch] = useState('');
  const [words, setWords] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setWords(search.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [search]);
  const library = useInfiniteQuery({
    queryKey: apiQueryKey(pageCalls.pictures, { search: words }),
    queryFn: ({ pageParam }) => callApi(pageCalls.pictures, { search: words, page: pageParam }),
    initialPageParam: 1,
    getNextPageParam: ({ more }, _pages, page) => (more ? page + 1 : undefined),
    // Read again whenever the list opens, because pictures can be added in WordPress, too.
    staleTime: 0,
  });
  const pictures = library.data?.pages.flatMap((page) => page.pictures) ?? [];
  return (
    <>
      <SearchField value={search} placeholder="Title of the picture" onChange={setSearch} />
      {library.isPending && <LoadingState label="Loading pictures…" />}
      {library.error && (
        <ErrorState
          title="The media library cannot be read"
          error={library.error}
          onRetry={() => void library.refetch()}
        />
      )}
      {library.data && pictures.length === 0 && (
        <EmptyState title={words === '' ? 'There are no pictures yet' : `No picture is found for “${words}”`}>
          {words === '' ? 'Upload the first one.' : 'Try another word, or upload a picture.'}
        </EmptyState>
      )}
      <Grid aria-label="Pictures">
        {pictures.map((picture) => (
          <li key={picture.id}>
            <button type="button" aria-current={picture.id === current} onClick={() => onChoose(picture)}>
              <img src={picture.src} alt="" width={160} height={120} loading="lazy" />
              {picture.title}
              <small>{picture.alt || 'No alternative text'}</small>
            </button>
          </li>
        ))}
      </Grid>
      {library.hasNextPage && (
        <SmallButton
          $look="outline"
          disabled={library.isFetchingNextPage}
          onClick={() => void library.fetchNextPage()}
        >
          {library.isFetchingNextPage ? 'Loading…' : 'Load more'}
        </SmallButton>
      )}
    </>
  );
}
