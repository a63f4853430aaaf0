import { useGetPuck } from '@puckeditor/core';
import { useState } from 'react';
import type { EditablePage } from '../../contracts/page-builder.ts';
import { SmallButton } from '../parts/small-button.tsx';
import { forgetChanges, olderChanges } from './kept-changes.ts';

/** Offers what was typed in this browser before somebody saved the page. */
export function KeptOffer({ page }: { page: EditablePage }) {
  const getPuck = useGetPuck();
  const [kept, setKept] = useState(() => olderChanges(page));
  if (!kept) return null;
  const when =
    kept.when === null
      ? 'earlier'
      : `at ${new Date(kept.when).toLocaleString('en-US', isToday(kept.when) ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' })}`;
  const restore = () => {
    getPuck().dispatch({ type: 'setData', data: kept.data, recordHistory: true });
    setKept(null);
  };
  const discard = () => {
    forgetChanges(page);
    setKept(null);
  };
  return (
    <span role="group" aria-label="What you typed before the page was saved">
      <SmallButton
        $look="outline"
        title="The page was saved since. Your version of every section is shown; “undo” brings back the saved one."
        onClick={restore}
      >
        Restore what you typed {when}
      </SmallButton>{' '}
      <SmallButton $look="outline" onClick={discard}>
        Discard
      </SmallButton>
    </span>
  );
}

function isToday(when: number): boolean {
  return new Date(when).toDateString() === new Date().toDateString();
}
