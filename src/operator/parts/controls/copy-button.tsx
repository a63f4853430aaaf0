import { useEffect, useState } from 'react';
import { Icon } from '../../../ui/theme/icon.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { VisuallyHidden } from '../../../ui/theme/visually-hidden.ts';
import { SmallButton } from './small-button.tsx';

/** Milliseconds for which the button confirms that the text was copied. As specified. */
export const COPIED_MESSAGE_MS = 2_000;

/**
 * A button that copies text to the clipboard and confirms it for two seconds. `what` completes the accessible name:
 * "Copy webhook URL".
 */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copiedAt, setCopiedAt] = useState(0);
  const copied = copiedAt > 0;
  useEffect(() => {
    if (copiedAt === 0) return undefined;
    const timer = setTimeout(() => setCopiedAt(0), COPIED_MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopiedAt(Date.now());
    } catch {
      showToast({
        kind: 'error',
        title: 'Failed to copy',
        text: 'The browser does not allow it. Select the text and copy it with the keyboard.',
      });
    }
  };
  return (
    <>
      <SmallButton $look="outline" onClick={() => void copy()}>
        {copied && <Icon name="check" size={18} />}
        {copied ? 'Copied' : 'Copy'} <VisuallyHidden>{what}</VisuallyHidden>
      </SmallButton>
      <VisuallyHidden role="status">{copied ? `Copied ${what}` : ''}</VisuallyHidden>
    </>
  );
}
