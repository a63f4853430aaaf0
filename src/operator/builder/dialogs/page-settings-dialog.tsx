import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pageCalls } from '../../../contracts/operators/page-calls.ts';
import type { PageSettings, PageSettingsRequest } from '../../../contracts/operators/page-settings.ts';
import { errorMessage } from '../../parts/states/error-message.ts';
import { ErrorState } from '../../parts/states/error-state.tsx';
import { LabeledChoice, DialogFault, LabeledControl, FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { LoadingState } from '../../parts/states/loading-state.tsx';
import { apiQuery, callApi } from '../../call-api.ts';
import { PageAddressFields, usePageAddressCheck } from '../fields/address-fields.tsx';
import { variantBuilderPath } from '../builder-paths.ts';
import { PublishAtField, type PublishAtChange } from '../fields/publish-at-field.tsx';

interface Props {
  at: string;
  /** The variant that is being edited, and that opens again after a save; null for the page's own layout. */
  variant: string | null;
  onClose: () => void;
}

/**
 * A dialog that loads the settings of a page and saves the changed ones. After a save, it opens the page in the builder
 * again, because the address may have changed.
 */
export function PageSettingsDialog({ at, variant, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    ...apiQuery(pageCalls.settings, { at }),
    // A refetch would renew `base`, so that a save would overwrite what somebody else saved in the meantime.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  if (data) return <SettingsForm settings={data} variant={variant} onClose={onClose} />;
  return (
    <FormDialog
      title="Page settings"
      submitLabel="Save settings"
      disabled
      onSubmit={onClose}
      onCancel={onClose}
    >
      {error ? (
        <ErrorState title="Failed to load the settings" error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label="Loading the settings…" />
      )}
    </FormDialog>
  );
}

interface FormProps extends Omit<Props, 'at'> {
  settings: PageSettings;
}

function SettingsForm({ settings, variant, onClose }: FormProps) {
  const { at, base, fixed, oldAddress, menus, publishing, seoDefaults } = settings;
  const [title, setTitle] = useState(settings.title);
  const [slug, setSlug] = useState(settings.slug);
  const [parent, setParent] = useState(settings.parent);
  const [seoTitle, setSeoTitle] = useState(settings.seoTitle);
  const [seoDescription, setSeoDescription] = useState(settings.seoDescription);
  const [inMenus, setInMenus] = useState<ReadonlySet<number>>(new Set(settings.inMenus));
  const [publishAt, setPublishAt] = useState<PublishAtChange>('unchanged');
  const address = usePageAddressCheck(slug, parent, at);
  const isMoved = slug !== settings.slug || parent !== settings.parent;
  const save = useMutation({
    networkMode: 'always',
    mutationFn: (changed: PageSettingsRequest) => callApi(pageCalls.saveSettings, changed),
    onSuccess(saved) {
      if (saved.note === null) location.assign(variantBuilderPath(saved.at, variant));
    },
  });
  const { data: saved } = save;
  if (saved?.note) {
    return (
      <FormDialog
        title="The settings were saved"
        submitLabel="Back to the page"
        onSubmit={() => location.assign(variantBuilderPath(saved.at, variant))}
        onCancel={() => location.assign(variantBuilderPath(saved.at, variant))}
      >
        <p role="status">{saved.note}</p>
      </FormDialog>
    );
  }
  const isReady =
    title.trim() !== '' && publishAt !== 'unusable' && (!isMoved || address.checked?.fault === null);
  return (
    <FormDialog
      title="Page settings"
      submitLabel="Save settings"
      busy={save.isPending || saved !== undefined}
      disabled={!isReady}
      onCancel={onClose}
      onSubmit={() =>
        save.mutate({
          at,
          base,
          title,
          slug,
          parent,
          ...(typeof publishAt === 'object' ? publishAt : {}),
          seoTitle,
          seoDescription,
          inMenus: {
            add: [...inMenus].filter((id) => !settings.inMenus.includes(id)),
            remove: settings.inMenus.filter((id) => !inMenus.has(id)),
          },
        })
      }
    >
      <LabeledControl>
        Title
        <input value={title} maxLength={200} onChange={({ target }) => setTitle(target.value)} />
      </LabeledControl>
      {fixed === null ? (
        <PageAddressFields
          slug={slug}
          parent={parent}
          parents={settings.parents}
          onSlug={setSlug}
          onParent={setParent}
          address={isMoved ? address : { checked: null, shown: address.shown, error: null }}
        />
      ) : (
        <p>The address cannot be changed. {fixed}</p>
      )}
      <div role="status">{isMoved && oldAddress !== null && <p>{oldAddress}</p>}</div>
      {publishing && <PublishAtField publishing={publishing} onChange={setPublishAt} />}
      {'menus' in menus ? (
        <fieldset>
          <legend>Menu entries</legend>
          {menus.menus.map(({ id, name }) => (
            <LabeledChoice key={id}>
              <input
                type="checkbox"
                checked={inMenus.has(id)}
                onChange={({ target }) =>
                  setInMenus(
                    new Set(target.checked ? [...inMenus, id] : [...inMenus].filter((each) => each !== id)),
                  )
                }
              />
              {name}
            </LabeledChoice>
          ))}
        </fieldset>
      ) : (
        <p>Menu entries: {menus.reason}</p>
      )}
      <LabeledControl>
        Title in search results
        <input value={seoTitle} maxLength={300} onChange={({ target }) => setSeoTitle(target.value)} />
        <small>
          {seoTitle.length} characters. About 60 are shown. Left empty, it is{' '}
          {seoDefaults.title === null ? 'made from the page’s title' : `“${seoDefaults.title}”`}.
        </small>
      </LabeledControl>
      <LabeledControl>
        Description in search results
        <textarea
          value={seoDescription}
          maxLength={1000}
          rows={3}
          onChange={({ target }) => setSeoDescription(target.value)}
        />
        <small>
          {seoDescription.length} characters. About 160 are shown. Left empty, it is:{' '}
          {`“${seoDefaults.description}”`}
        </small>
      </LabeledControl>
      {save.error && <DialogFault role="alert">{errorMessage(save.error)}</DialogFault>}
    </FormDialog>
  );
}
