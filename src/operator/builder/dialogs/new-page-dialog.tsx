import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pageCalls } from '../../../contracts/operators/page-calls.ts';
import type { NewPageRequest } from '../../../contracts/operators/new-page.ts';
import { errorMessage } from '../../parts/states/error-message.ts';
import { ErrorState } from '../../parts/states/error-state.tsx';
import { LabeledChoice, DialogFault, LabeledControl, FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { LoadingState } from '../../parts/states/loading-state.tsx';
import { apiQuery, callApi } from '../../call-api.ts';
import { TemplateChoices } from '../adding/template-choices.tsx';
import { PageAddressFields, usePageAddressCheck } from '../fields/address-fields.tsx';
import { builderPath } from '../builder-paths.ts';

const COPY = 'copy';

/** Creates a page from a template or as a copy of another page, and opens it in the builder. */
export function NewPageDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    ...apiQuery(pageCalls.newChoices, {}),
    staleTime: 0,
  });
  const [title, setTitle] = useState('');
  const [ownSlug, setOwnSlug] = useState<string | null>(null);
  const [parent, setParent] = useState<string | null>(null);
  const [start, setStart] = useState('empty');
  const [copied, setCopied] = useState('');
  const [menu, setMenu] = useState('');
  const slug = ownSlug ?? slugFromTitle(title);
  const address = usePageAddressCheck(slug, parent, null);
  const create = useMutation({
    networkMode: 'always',
    mutationFn: (page: NewPageRequest) => callApi(pageCalls.create, page),
    onSuccess({ at, note }) {
      // The builder's document has its own Content-Security-Policy, so open it with a full page load.
      if (note === null) location.assign(builderPath(at));
    },
  });
  const { data: created } = create;
  if (created?.note) {
    return (
      <FormDialog
        title="The page was created"
        submitLabel="Open the page"
        onSubmit={() => location.assign(builderPath(created.at))}
        onCancel={onClose}
      >
        <p role="status">{created.note}</p>
      </FormDialog>
    );
  }
  const copy = copied || (data?.pages[0]?.at ?? '');
  const isReady = title.trim() !== '' && address.checked?.fault === null && data !== undefined;
  return (
    <FormDialog
      wide
      title="New page"
      submitLabel="Create page"
      busyLabel="Creating…"
      busy={create.isPending || created !== undefined}
      disabled={!isReady}
      onCancel={onClose}
      onSubmit={() =>
        create.mutate({
          title,
          slug,
          parent,
          start: startOf(start, copy),
          menu: menu === '' ? null : Number(menu),
        })
      }
    >
      <LabeledControl>
        Title
        <input value={title} maxLength={200} onChange={({ target }) => setTitle(target.value)} />
      </LabeledControl>
      {error && (
        <ErrorState title="Failed to load the choices" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <LoadingState label="Loading the choices…" />}
      {data && (
        <>
          <PageAddressFields
            slug={slug}
            parent={parent}
            parents={data.parents}
            onSlug={setOwnSlug}
            onParent={setParent}
            address={title.trim() === '' ? { checked: null, shown: undefined, error: null } : address}
          />
          <fieldset>
            <legend>Start with</legend>
            <TemplateChoices templates={data.templates} chosen={start} onChoose={setStart} />
            <LabeledChoice>
              <input type="radio" name="start" checked={start === COPY} onChange={() => setStart(COPY)} />
              <span>A copy of another page</span>
            </LabeledChoice>
            {start === COPY && (
              <LabeledControl>
                Page to copy
                <select value={copy} onChange={({ target }) => setCopied(target.value)}>
                  {data.pages.map(({ at, path, title: name }) => (
                    <option key={at} value={at}>
                      {name} ({path})
                    </option>
                  ))}
                </select>
              </LabeledControl>
            )}
          </fieldset>
          {'menus' in data.menus ? (
            <LabeledControl>
              Menu entry
              <select value={menu} onChange={({ target }) => setMenu(target.value)}>
                <option value="">None</option>
                {data.menus.menus.map(({ id, name }) => (
                  <option key={id} value={id}>
                    At the end of {name}
                  </option>
                ))}
              </select>
              <small>Visitors see it when the page is published.</small>
            </LabeledControl>
          ) : (
            <p>No menu entry: {data.menus.reason}</p>
          )}
          <p>The page is a draft until you publish it.</p>
        </>
      )}
      {create.error && <DialogFault role="alert">{errorMessage(create.error)}</DialogFault>}
    </FormDialog>
  );
}

/**
 * Converts the selected choice to the API's input. The id of a template that an editor saved is its `at`, which
 * starts with `~`; the new page is then a copy of it.
 */
function startOf(start: string, copy: string): NewPageRequest['start'] {
  if (start === COPY) return { kind: 'copy', at: copy };
  return start.startsWith('~') ? { kind: 'copy', at: start } : { kind: 'template', id: start };
}

/**
 * Returns a slug for a title, of at most 80 characters, similar to the one that WordPress would derive:
 * `first-time-buyers-guide` for `First-time buyers’ guide`. Empty if the title has no letters or digits.
 */
export function slugFromTitle(title: string): string {
  return title
    .normalize('NFD')
    .replaceAll(/(?<=\p{Script=Latin})\p{M}+|[’'"“”]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 80)
    .replaceAll(/^-+|-+$/g, '');
}
