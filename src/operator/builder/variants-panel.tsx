import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import styled from 'styled-components';
import { ORIGINAL } from '../../contracts/variant-results.ts';
import type { EditablePage, SavedPage } from '../../contracts/page-builder.ts';
import type { VariantChange, VariantsRequest } from '../../contracts/page-variants.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { errorWords } from '../parts/error-words.ts';
import { SmallButton } from '../parts/small-button.tsx';
import { statusColors } from '../parts/status-colors.ts';
import { request } from '../request.ts';
import { variantPath } from './builder-paths.ts';

const Dialog = styled.dialog`
  margin: auto;
  width: min(44rem, calc(100vw - 2rem));
  max-height: calc(100dvh - 2rem);
  padding: clamp(1rem, 4vw, 1.75rem);
  border: 1px solid ${({ theme }) => theme.color.line};
  border-radius: ${({ theme }) => theme.radius.m};
  background: ${({ theme }) => theme.color.surface};
  color: ${({ theme }) => theme.color.ink};
  line-height: 1.5;
  &::backdrop {
    background: rgb(10 18 16 / 0.6);
  }
  h2 {
    margin: 0;
    font-size: ${({ theme }) => theme.type.h4};
  }
  p {
    margin: 0.75rem 0 0;
  }
  ul {
    display: grid;
    gap: 0.75rem;
    margin: 1rem 0;
    padding: 0;
    list-style: none;
  }
  li,
  form,
  footer {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 0.75rem;
    align-items: end;
  }
  li {
    padding-block-start: 0.75rem;
    border-block-start: 1px solid ${({ theme }) => theme.color.line};
  }
  li > strong {
    flex: 1 1 10rem;
    align-self: center;
    overflow-wrap: anywhere;
  }
  label {
    display: grid;
    gap: 0.2rem;
    font-size: 0.8125rem;
    font-weight: 560;
  }
  input {
    box-sizing: border-box;
    width: 100%;
    min-height: 2.75rem;
    padding-inline: 0.5rem;
    border: 1px solid ${({ theme }) => theme.color.inkSoft};
    border-radius: ${({ theme }) => theme.radius.s};
    background: ${({ theme }) => theme.color.paper};
    color: inherit;
    font: inherit;
  }
  input[type='number'] {
    width: 5.5rem;
  }
  footer {
    margin-block-start: 1.25rem;
  }
  [role='alert'] {
    color: ${statusColors.fail};
  }
`;

const Switch = styled.select`
  max-width: 8rem;
  min-height: 2.75rem;
  font: inherit;
`;

interface Props {
  page: EditablePage;
  /** Whether there are changes that were not saved. */
  changed: boolean;
  readOnly: boolean;
}

type Asked = Extract<VariantChange, { do: 'keep' | 'remove' }>;

/** Chooses which layout of the page is edited, and opens the dialog with the page's variants. */
export function Variants({ page, changed, readOnly }: Props) {
  const [isOpen, setOpen] = useState(false);
  const names = [ORIGINAL, ...(page.variants?.variants.map(({ name }) => name) ?? [])];
  const shown = page.variant ?? ORIGINAL;
  return (
    <>
      {names.length > 1 && (
        <Switch aria-label="Layout" value={shown} onChange={({ target }) => show(page, target.value)}>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Switch>
      )}
      {!readOnly && page.state !== 'built-in' && (
        <SmallButton $look="outline" onClick={() => setOpen(true)}>
          Variants{page.variants?.running ? ' (running)' : ''}
        </SmallButton>
      )}
      {isOpen && <VariantsDialog page={page} changed={changed} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Loads the editor with a layout of the page. The browser asks before changes are lost. */
function show({ at }: EditablePage, name: string): void {
  location.assign(variantPath(at, name === ORIGINAL ? null : name));
}

function VariantsDialog({ page, changed, onClose }: Omit<Props, 'readOnly'> & { onClose: () => void }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { variants } = page;
  const running = variants?.running ?? false;
  const change = useMutation({
    networkMode: 'always',
    mutationFn: (wanted: VariantChange) => {
      const body: VariantsRequest = { at: page.at, base: page.modified, change: wanted };
      return request<SavedPage>('/api/admin/pages/variants', { method: 'POST', body });
    },
    // The page has a new version, and perhaps another layout.
    onSuccess: (_saved, wanted) => show(page, shownAfter(page, wanted)),
    onSettled: () => setAsked(null),
  });
  useEffect(() => dialog.current?.showModal(), []);
  const busy = change.isPending || change.isSuccess;
  const disabled = busy || changed;
  const weights = [{ name: ORIGINAL, weight: variants?.weight ?? 50 }, ...(variants?.variants ?? [])];
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  return (
    <Dialog ref={dialog} aria-labelledby={`${id}-title`} onClose={onClose}>
      <h2 id={`${id}-title`}>Variants of this page</h2>
      <p>
        Visitors get one of the layouts, and keep it for 30 days. Results shows which one brings more leads.
        Sections with the same key have the same texts in all layouts: to try another text, duplicate the
        section, change the copy and remove the first one.
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
      {changed && <p role="alert">Save or discard your changes first.</p>}
      {change.error && <p role="alert">{errorWords(change.error)}</p>}
      {variants && (
        <ul>
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
                Keep this one
              </SmallButton>
              {name !== ORIGINAL && (
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
        </ul>
      )}
      {!running && (
        <AddVariant
          disabled={disabled}
          from={page.variant ?? ORIGINAL}
          onAdd={(name, weight) => change.mutate({ do: 'add', name, weight, from: page.variant ?? ORIGINAL })}
        />
      )}
      <footer>
        {variants && (
          <SmallButton disabled={disabled} onClick={() => change.mutate({ do: running ? 'pause' : 'start' })}>
            {running ? 'Pause' : variants.since === undefined ? 'Start' : 'Continue'}
          </SmallButton>
        )}
        <SmallButton $look="outline" onClick={() => dialog.current?.close()}>
          Close
        </SmallButton>
      </footer>
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
    </Dialog>
  );
}

interface WeightProps {
  name: string;
  weight: number;
  /** The part of all visitors, from 0 to 1; null if nobody gets a layout by weight. */
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
    <form onSubmit={submit}>
      <label>
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
      </label>
      {typed !== String(weight) && (
        <SmallButton type="submit" disabled={disabled}>
          Set
        </SmallButton>
      )}
    </form>
  );
}

interface AddProps {
  disabled: boolean;
  /** The layout that is copied. */
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
    <form onSubmit={submit}>
      <label>
        Name of a new variant
        <input
          required
          maxLength={40}
          value={name}
          disabled={disabled}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <label>
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
      </label>
      <SmallButton type="submit" $look="outline" disabled={disabled}>
        Add a copy of “{from}”
      </SmallButton>
    </form>
  );
}

/** Returns the layout to show after a change: a new variant at once, and never one that is gone. */
function shownAfter({ variant }: EditablePage, change: VariantChange): string {
  if (change.do === 'add') return change.name;
  if (change.do === 'keep') return ORIGINAL;
  if (change.do === 'remove' && change.name === variant) return ORIGINAL;
  return variant ?? ORIGINAL;
}
