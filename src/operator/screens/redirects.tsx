import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState, type FormEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import styled from 'styled-components';
import { TextField } from '../../ui/form/text-field.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { siteCalls, type RedirectListResponse } from '../../contracts/operators/site-calls.ts';
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx';
import { DataTable, type TableColumn } from '../parts/text/data-table.tsx';
import { EmptyState } from '../parts/states/empty-state.tsx';
import { ErrorState } from '../parts/states/error-state.tsx';
import { errorMessage } from '../parts/states/error-message.ts';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { Timestamp } from '../parts/text/timestamp.tsx';
import { ScreenIntro } from '../parts/text/screen-intro.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { PreviousNextLinks } from '../parts/controls/screen-pager.tsx';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { ServerSearchField } from '../parts/controls/server-search-field.tsx';
import { apiFailure, apiQueryKey, apiQuery, callApi } from '../call-api.ts';

type Own = RedirectListResponse['own'][number];

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${({ theme }) => theme.space.m};
`;

const Form = styled.form`
  display: grid;
  gap: ${({ theme }) => theme.space.m};
  align-items: start;
  button {
    justify-self: start;
  }
  @media (min-width: 48rem) {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) auto;
    button {
      /* Align the button with the inputs, below their labels. */
      margin-block-start: 1.95rem;
      min-height: 3rem;
    }
  }
`;

/** The screen that lists redirects: those that operators can add and remove here, and the built-in ones. */
export default function RedirectsScreen() {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<Own | null>(null);
  const [search, setSearch] = useSearchParams();
  const known = new URLSearchParams(
    ['q', 'after', 'before'].flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  const words = known.get('q') ?? '';
  const { data, error, refetch } = useQuery({
    ...apiQuery(siteCalls.redirects, Object.fromEntries(known)),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const renew = () => queryClient.invalidateQueries({ queryKey: apiQueryKey(siteCalls.redirects) });
  const showFirstPage = (q: string) =>
    setSearch(q === '' ? {} : { q }, { replace: true, preventScrollReset: true });
  const remove = useMutation({
    mutationFn: ({ from }: Own) => callApi(siteCalls.removeRedirect, { from }),
    onSuccess: (_answer, { from }) =>
      showToast({ kind: 'success', title: 'Redirect removed', text: `${from} is no longer redirected.` }),
    onError: (fault) => showToast({ kind: 'error', title: 'Failed to remove', text: errorMessage(fault) }),
    onSettled: async () => {
      setAsked(null);
      await renew();
    },
  });
  return (
    <>
      <ScreenIntro>
        A page that moved keeps its visitors: a browser that opens the old address is sent to the new one, and
        search engines learn of it. Changes are in effect at once.
      </ScreenIntro>
      <Parts>
        <AddRedirect
          onAdded={async () => {
            // The list is sorted newest first, so the new redirect is on the first page.
            showFirstPage('');
            await renew();
          }}
        />
        {error && (
          <ErrorState title="Failed to load redirects" error={error} onRetry={() => void refetch()} />
        )}
        {!data && !error && <LoadingState label="Loading redirects…" />}
        {data && (
          <>
            <Panel title="Yours">
              {data.total === 0 && words === '' ? (
                <EmptyState title="No redirects of your own yet">
                  Add one when you rename or take down a page that others link to.
                </EmptyState>
              ) : (
                <OwnRedirects
                  data={data}
                  words={words}
                  onSearch={showFirstPage}
                  pageHref={(side, place) =>
                    `?${new URLSearchParams({ ...(words === '' ? {} : { q: words }), [side]: place })}`
                  }
                  onRemove={setAsked}
                />
              )}
            </Panel>
            <Panel title="Built in">
              <DataTable
                caption="Redirects built in"
                columns={BUILT_IN}
                rows={data.builtIn}
                rowKey={(row) => row.from}
              />
            </Panel>
          </>
        )}
      </Parts>
      <ConfirmDialog
        open={asked !== null}
        title="Remove this redirect?"
        confirmLabel="Remove"
        danger
        busy={remove.isPending}
        onCancel={() => setAsked(null)}
        onConfirm={() => asked && remove.mutate(asked)}
      >
        <p>
          Whoever opens <code>{asked?.from}</code> then sees that the page is not found. Browsers that were
          led on may remember it for five minutes.
        </p>
      </ConfirmDialog>
    </>
  );
}

interface OwnProps {
  data: RedirectListResponse;
  words: string;
  onSearch: (words: string) => void;
  pageHref: (side: 'before' | 'after', place: string) => string;
  onRemove: (row: Own) => void;
}

/** One page of the list of redirects that operators added, with a search field. */
function OwnRedirects({ data, words, onSearch, pageHref, onRemove }: OwnProps) {
  const { own, total, previous, next } = data;
  return (
    <Parts>
      <ServerSearchField value={words} placeholder="Part of a path or target" onSearch={onSearch} />
      <span role="status">
        {`${total.toLocaleString('en-US')} ${total === 1 ? 'redirect' : 'redirects'}${words === '' ? '' : ' found'}`}
      </span>
      {own.length > 0 ? (
        <DataTable
          caption="Your redirects"
          columns={ownColumns(onRemove)}
          rows={own}
          rowKey={(row) => row.from}
        />
      ) : (
        <EmptyState title="No redirect matches">Search for less, or clear the search.</EmptyState>
      )}
      <PreviousNextLinks
        label="Pages of redirects"
        previous={previous && pageHref('before', previous)}
        next={next && pageHref('after', next)}
      />
    </Parts>
  );
}

function ownColumns(remove: (row: Own) => void): readonly TableColumn<Own>[] {
  return [
    { key: 'from', header: 'From', lead: true, cell: ({ from }) => <code>{from}</code> },
    {
      key: 'to',
      header: 'To',
      cell: ({ to, isPage }) => (
        <>
          <a href={to}>{to}</a>
          {isPage && <p>Not used: a page has been published at this path since.</p>}
        </>
      ),
    },
    {
      key: 'when',
      header: 'Added',
      cell: ({ createdAt, createdBy }) => (
        <>
          <Timestamp at={createdAt} />
          {createdBy && ` by ${createdBy}`}
        </>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      quiet: true,
      short: true,
      cell: (row) => (
        <SmallButton
          $look="outline"
          aria-label={`Remove the redirect of ${row.from}`}
          aria-haspopup="dialog"
          onClick={() => remove(row)}
        >
          Remove
        </SmallButton>
      ),
    },
  ];
}

const BUILT_IN: readonly TableColumn<RedirectListResponse['builtIn'][number]>[] = [
  { key: 'from', header: 'From', lead: true, cell: ({ from }) => <code>{from}</code> },
  { key: 'to', header: 'To', cell: ({ to }) => <a href={to}>{to}</a> },
];

function AddRedirect({ onAdded }: { onAdded: () => Promise<void> }) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const add = useMutation({
    mutationFn: (typed: { from: string; to: string }) => callApi(siteCalls.addRedirect, typed),
    onSuccess: async ({ from, to, note }) => {
      showToast({ kind: 'success', title: 'Redirect added', text: note ?? `${from} leads to ${to}.` });
      form.current?.reset();
      form.current?.querySelector('input')?.focus();
      await onAdded();
    },
    onError: (fault) => {
      form.current?.querySelector<HTMLElement>(`[name="${fieldOf(fault) ?? 'from'}"]`)?.focus();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    add.mutate({ from: textOf(values, 'from'), to: textOf(values, 'to') });
  };
  const field = add.error ? fieldOf(add.error) : null;
  const words = add.error ? errorMessage(add.error) : undefined;
  return (
    <Panel title="Add a redirect">
      <Form ref={form} onSubmit={submit} noValidate>
        <TextField
          id={`${id}-from`}
          name="from"
          label="Old path"
          hint="Such as /old-page"
          autoComplete="off"
          error={field === 'from' ? words : undefined}
        />
        <TextField
          id={`${id}-to`}
          name="to"
          label="Leads to"
          hint="A path such as /buy, or an address with https://"
          autoComplete="off"
          error={field === 'to' ? words : undefined}
        />
        <SmallButton type="submit" disabled={add.isPending} aria-busy={add.isPending}>
          {add.isPending ? 'Adding…' : 'Add'}
        </SmallButton>
      </Form>
      {add.error && field === null && <ErrorState title="Failed to add the redirect" error={add.error} />}
    </Panel>
  );
}

function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value : '';
}

/** Returns the field that the server reported as invalid, or null if it reported none. */
function fieldOf(error: unknown): 'from' | 'to' | null {
  return apiFailure(siteCalls.addRedirect, error)?.field ?? null;
}
