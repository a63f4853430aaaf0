import { errorWords } from '../../parts/states/error-words.ts';
import { SmallButton } from '../../parts/controls/small-button.tsx';
import type { Waiting } from './save-retry.ts';

/** Shows why a page is not saved yet, and the time until the next attempt. */
export function SaveWait({ waiting: { error, seconds, now, stop } }: { waiting: Waiting }) {
  return (
    <>
      <span role="alert" data-fault>
        Not saved yet: {errorWords(error)} Your changes are kept. The next try is in {seconds} seconds.
      </span>
      <SmallButton $look="outline" onClick={now}>
        Try now
      </SmallButton>
      <SmallButton $look="outline" onClick={stop}>
        Stop trying
      </SmallButton>
    </>
  );
}
