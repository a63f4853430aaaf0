import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { SmallButton } from '../../parts/controls/small-button.tsx';
import { errorMessage } from '../../parts/states/error-message.ts';
import { useReusable, useReusableActions } from './use-reusable.ts';

/** Adds a shared section, or the sections of a template, below the selected section or at the end. */
export function AddReusable() {
  const id = useId();
  const { entries = [] } = useReusable();
  const { add } = useReusableActions();
  const [chosen, setChosen] = useState('');
  const adding = useMutation({ networkMode: 'always', mutationFn: add });
  const usable = entries.filter(({ kind, isPublic }) => kind === 'template' || isPublic);
  const entry = usable.find(({ at }) => at === chosen) ?? usable[0];
  if (!entry) return null;
  return (
    <>
      <label htmlFor={id}>
        Add a shared section or a template
        <select id={id} value={entry.at} onChange={({ target }) => setChosen(target.value)}>
          {usable.map(({ at, title, kind }) => (
            <option key={at} value={at}>
              {kind === 'section' ? title : `${title} (template)`}
            </option>
          ))}
        </select>
      </label>
      <SmallButton type="button" disabled={adding.isPending} onClick={() => adding.mutate(entry)}>
        Add it
      </SmallButton>
      {adding.error && <p role="alert">{errorMessage(adding.error)}</p>}
    </>
  );
}
