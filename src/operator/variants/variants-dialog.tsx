import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import styled from 'styled-components';
import { variantCalls } from '../../contracts/variants/variant-calls.ts';
import { ORIGINAL_VARIANT_NAME } from '../../contracts/variants/variant-results.ts';
import type { EditablePage } from '../../contracts/operators/page-builder.ts';
import type { VariantChange } from '../../contracts/variants/page-variants.ts';
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx';
import { errorMessage } from '../parts/states/error-message.ts';
import { DialogFault, LabeledControl } from '../parts/dialogs/form-dialog.tsx';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { WideDialog } from '../parts/dialogs/wide-dialog.tsx';
import { callApi } from '../call-api.ts';
import { useSession } from '../use-session.ts';
import { stablePageAt, variantBuilderPath } from '../builder/builder-paths.ts';

const Layouts = styled.ul`
  display: grid;
  gap: 0.75rem;
  padding: 0;
  list-style: none;
  li {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 0.75rem;
    align-items: end;
    padding-block-start: 0.75rem;
    border-block-start: 1px solid ${({ theme }) => theme.color.line};
  }
  strong {
    flex: 1 1 10rem;
    align-self: center;
    overflow-wrap: anywhere;
  }
`;

const Row = styled.form`
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 0.75rem;
  align-items: end;
  font-size: 0.875rem;
  input[type='number'] {
    width: 6rem;
  }
`;

interface Props {
  page: EditablePage;
  /** Whether there are unsaved changes. */
  changed: boolean;
  onClose: () => void;
}

type Asked = Extract<VariantChange, { do: 'keep' | 'remove' }>;

/**
 * Loads the page builder again with another variant of the page, or with the page's own layout if the name is
 * `ORIGINAL_VARIANT_NAME`. The browser asks first if there are unsaved changes.
 */
export function openVariantInBuilder({ at }: EditablePage, name: string): void {
  location.assign(variantBuilderPath(at, name === ORIGINAL_VARIANT_NAME ? null : name));
}

/**
 * A dialog to add, weight and delete the variants of a page, and to start, pause and end their A/B test. Each change is
 * saved at once, and the page builder is loaded again.
 */
export function VariantsDialog({ page, changed, onClose }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { variants } = page;
  const { session } = useSession();
  const mayOpenResults = session?.operator.role !== 'editor';
  const running = variants?.running ?? false;
  const change = useMutation({
    networkMode: 'always',
    mutationFn: (wanted: VariantChange) =>
      callApi(variantCalls.change, { at: stablePageAt(page), base: page.modified, change: wanted }),
    // Load the page builder again, because the page has a new version and the open variant may have been deleted.
    onSuccess: (_saved, wanted) => openVariantInBuilder(page, shownAfter(page, wanted)),
    onSettled: () => setAsked(null),
  });
  const busy = change.isPending || change.isSuccess;
  const disabled = busy || changed;
  const weights = [
    { name: ORIGINAL_VARIANT_NAME, weight: variants?.weight ?? 50 },
    ...(variants?.variants ?? []),
  ];
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  return (
    <WideDialog title="Variants of this page" onClose={onClose}>
      <p>
        Visitors get one of the layouts, and keep it for 30 days.{' '}
        {mayOpenResults ? <a href="/admin/results">Results</a> : '“Results”, a screen for operators,'} shows
        which one brings more leads.
      </p>
      <p>
        To try another text, duplicate its section, change the copy and remove the first one. A section that
        is in several layouts has the same text in all of them.
      </p>
      {variants && (
        <p role="status">
          {running
            ? 'Visitors get the variants now. Pause them to change weights or to add one.'
            : variants.since === undefined
              ? 'Not started: visitors get the original.'
              : 'Paused: visitors get the original. A new variant or weight restarts the count.'}
        </p>
      )}
      {changed && <DialogFault role="alert">Save or discard your changes first.</DialogFault>}
      {change.error && <DialogFault role="alert">{errorMessage(change.error)}</DialogFault>}
      {variants && (
        <Layouts>
          {weights.map(({ name, weight }) => (
            <li key={name}>
              <strong>{name}</strong>
              <Weight
                name={name}
                weight={weight}
                share={total === 0 ? null : weight / total}
                disabled={disabled || running}
                onSet={(next) => change.mutate({ do: 'weigh', name, weight: next })}
              />
              <SmallButton
                $look="outline"
                disabled={disabled}
                aria-label={`Keep ${name}`}
                onClick={() => setAsked({ do: 'keep', name })}
              >
                Keep
              </SmallButton>
              {name !== ORIGINAL_VARIANT_NAME && (
                <SmallButton
                  $look="outline"
                  disabled={disabled}
                  aria-label={`Delete ${name}`}
                  onClick={() => setAsked({ do: 'remove', name })}
                >
                  Delete
                </SmallButton>
              )}
            </li>
          ))}
        </Layouts>
      )}
      {!running && (
        <AddVariant
          disabled={disabled}
          from={page.variant ?? ORIGINAL_VARIANT_NAME}
          onAdd={(name, weight) =>
            change.mutate({ do: 'add', name, weight, from: page.variant ?? ORIGINAL_VARIANT_NAME })
          }
        />
      )}
      {variants && (
        <SmallButton disabled={disabled} onClick={() => change.mutate({ do: running ? 'pause' : 'start' })}>
          {running ? 'Pause' : variants.since === undefined ? 'Start' : 'Continue'}
        </SmallButton>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={asked?.do === 'keep' ? `Keep “${asked.name}”?` : `Delete “${asked?.name ?? ''}”?`}
        confirmLabel={asked?.do === 'keep' ? 'Keep this one' : 'Delete'}
        danger={asked?.do === 'remove'}
        busy={busy}
        onConfirm={() => asked && change.mutate(asked)}
        onCancel={() => setAsked(null)}
      >
        {asked?.do === 'keep'
          ? 'The test ends: all visitors get this layout, and the other layouts are deleted. The results are not shown any more.'
          : 'Its layout is deleted, and visitors who had it get another one.'}
      </ConfirmDialog>
    </WideDialog>
  );
}

interface WeightProps {
  name: string;
  weight: number;
  /** The fraction of all visitors, from 0 to 1; null if all weights are 0. */
  share: number | null;
  disabled: boolean;
  onSet: (weight: number) => void;
}

function Weight({ name, weight, share, disabled, onSet }: WeightProps) {
  const [typed, setTyped] = useState(String(weight));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSet(Number(typed));
  };
  return (
    <Row onSubmit={submit}>
      <LabeledControl>
        Weight{share !== null && ` (${Math.round(share * 100)} %)`}
        <input
          type="number"
          aria-label={`Weight of ${name}`}
          min={0}
          max={100}
          step={1}
          required
          value={typed}
          disabled={disabled}
          onChange={({ target }) => setTyped(target.value)}
        />
      </LabeledControl>
      {typed !== String(weight) && (
        <SmallButton type="submit" disabled={disabled}>
          Set
        </SmallButton>
      )}
    </Row>
  );
}

interface AddProps {
  disabled: boolean;
  /** The name of the variant that the new one copies, or `ORIGINAL_VARIANT_NAME`. */
  from: string;
  onAdd: (name: string, weight: number) => void;
}

function AddVariant({ disabled, from, onAdd }: AddProps) {
  const [name, setName] = useState('');
  const [weight, setWeight] = useState('50');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAdd(name.trim(), Number(weight));
  };
  return (
    <Row onSubmit={submit}>
      <LabeledControl>
        Name of a new variant
        <input
          required
          maxLength={40}
          value={name}
          disabled={disabled}
          onChange={({ target }) => setName(target.value)}
        />
      </LabeledControl>
      <LabeledControl>
        Weight
        <input
          type="number"
          min={0}
          max={100}
          step={1}
          required
          value={weight}
          disabled={disabled}
          onChange={({ target }) => setWeight(target.value)}
        />
      </LabeledControl>
      <SmallButton type="submit" $look="outline" disabled={disabled}>
        Add a copy of “{from}”
      </SmallButton>
    </Row>
  );
}

/**
 * Returns the name of the variant to open after a change: a new variant, the original if the open variant was deleted
 * or the test has ended, otherwise the one that is open.
 */
function shownAfter({ variant }: EditablePage, change: VariantChange): string {
  if (change.do === 'add') return change.name;
  if (change.do === 'keep') return ORIGINAL_VARIANT_NAME;
  if (change.do === 'remove' && change.name === variant) return ORIGINAL_VARIANT_NAME;
  return variant ?? ORIGINAL_VARIANT_NAME;
}
