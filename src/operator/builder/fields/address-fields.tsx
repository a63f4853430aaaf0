import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useState } from 'react';
import { pageCalls } from '../../../contracts/operators/page-calls.ts';
import type { PageAddressCheck, PageChoice } from '../../../contracts/operators/new-page.ts';
import { DialogFault, LabeledControl } from '../../parts/dialogs/form-dialog.tsx';
import { apiQuery } from '../../call-api.ts';

/** Milliseconds without typing before the address is checked. */
const TYPING_PAUSE_MS = 200;

interface Props {
  slug: string;
  parent: string | null;
  parents: readonly PageChoice[];
  onSlug: (slug: string) => void;
  onParent: (parent: string | null) => void;
  address: AddressCheck;
}

interface AddressCheck {
  /** The checked address; null until the server has responded for the current input. */
  checked: PageAddressCheck | null;
  /** The address that was checked last; undefined before the first response. */
  shown: PageAddressCheck | undefined;
  error: Error | null;
}

/**
 * Checks on the server whether a slug and parent are a valid address for a page. `at` identifies the page, and is
 * null for a new page.
 */
export function usePageAddressCheck(slug: string, parent: string | null, at: string | null): AddressCheck {
  const asked = useMemo(() => ({ slug, parent: parent ?? '', at: at ?? '' }), [slug, parent, at]);
  const [settled, setSettled] = useState(asked);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(asked), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [asked]);
  const { data, error, isPlaceholderData } = useQuery({
    ...apiQuery(pageCalls.checkAddress, settled),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const isBehind = settled !== asked || isPlaceholderData;
  return { checked: isBehind ? null : (data ?? null), shown: data, error };
}

/** Inputs for the slug and the parent of a page, with the resulting path. */
export function PageAddressFields({ slug, parent, parents, onSlug, onParent, address }: Props) {
  const id = useId();
  const { checked, shown, error } = address;
  const fault = error ? error.message : (checked?.fault ?? null);
  return (
    <>
      <LabeledControl>
        Below the page
        <select
          value={parent ?? ''}
          onChange={({ target }) => onParent(target.value === '' ? null : target.value)}
        >
          <option value="">None: at the top level</option>
          {parents.map(({ at, path, title }) => (
            <option key={at} value={at}>
              {title} ({path})
            </option>
          ))}
        </select>
      </LabeledControl>
      <div>
        <LabeledControl>
          Last part of the address
          <input
            value={slug}
            maxLength={200}
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={fault !== null}
            aria-describedby={`${id}-shown`}
            onChange={({ target }) => onSlug(target.value)}
          />
        </LabeledControl>
        <div id={`${id}-shown`} role="status">
          {shown && (
            <p>
              Address: <code>{location.origin + shown.path}</code>
            </p>
          )}
          {fault !== null && <DialogFault>{fault}</DialogFault>}
        </div>
      </div>
    </>
  );
}
