import { useMutation } from '@tanstack/react-query';
import styled from 'styled-components';
import type { EditingAccount, EditLock } from '../../contracts/operators/page-lock.ts';
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx';
import { errorMessage } from '../parts/states/error-message.ts';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { StatusLine } from '../parts/states/status-line.tsx';
import type { SetAsideChanges } from './saving/unsaved-changes.ts';

/**
 * The bar stays in the document while it is empty. Screen readers announce content only if the live region existed
 * before.
 */
const Bar = styled.div<{ $isEmpty: boolean }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.25rem 1rem;
  padding: ${({ $isEmpty }) => ($isEmpty ? 0 : '0.25rem 1rem')};
  border-block-end: ${({ $isEmpty }) => ($isEmpty ? 0 : '1px')} solid ${({ theme }) => theme.color.line};
  background: ${({ theme }) => theme.color.surface};
  > [role='status'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 0.75rem;
  }
`;

interface Props {
  lock: EditLock | null;
  onTakeOver: () => Promise<void>;
}

/** Shows above the canvas who else is editing the page, with a button that takes over the lock. */
export function EditLockBar({ lock, onTakeOver }: Props) {
  const taking = useMutation({ mutationFn: onTakeOver });
  return (
    <Bar $isEmpty={!lock && !taking.error}>
      <div role="status">
        {lock && (
          <>
            <StatusLine state="warn">{lock.by} is editing this page.</StatusLine>
            <SmallButton $look="outline" disabled={taking.isPending} onClick={() => taking.mutate()}>
              Take over
            </SmallButton>
          </>
        )}
      </div>
      {taking.error && <p role="alert">{errorMessage(taking.error)}</p>}
    </Bar>
  );
}

interface LockedSaveProps {
  /** Who else is editing the page. Null closes the dialog. */
  lock: EditLock | null;
  onTakeOver: () => void;
  onCancel: () => void;
}

/** Asks whether to save a page although somebody else is editing it. */
export function LockedSaveDialog({ lock, onTakeOver, onCancel }: LockedSaveProps) {
  const by = lock?.by ?? '';
  return (
    <ConfirmDialog
      open={lock !== null}
      title={`${by} is editing this page`}
      confirmLabel="Take over and save"
      onConfirm={onTakeOver}
      onCancel={onCancel}
    >
      <p>
        Nothing was stored yet. If you take over, {by} is told that you edit the page now. Changes that are
        not saved there stay there.
      </p>
    </ConfirmDialog>
  );
}

const Line = styled.p`
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
  a {
    display: inline-flex;
    align-items: center;
    min-height: 1.5rem;
    margin-inline-start: 0.5rem;
  }
`;

/**
 * Shows the name under which WordPress records changes. For the shared account, adds a link to the account page, which
 * opens in a new tab, so that unsaved changes stay. Renders nothing if pages are not saved to WordPress.
 */
export function EditingAccountNote({ editing: { name, isOwn } }: { editing: EditingAccount }) {
  if (name === null) return null;
  return (
    <Line>
      {isOwn ? `You work as ${name} in WordPress.` : `Changes are made under the shared account “${name}”.`}
      {!isOwn && (
        <a href="/admin/account" target="_blank" rel="noopener">
          Work as yourself in WordPress
        </a>
      )}
    </Line>
  );
}

const AsideBar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.25rem 0.75rem;
  padding: 0.25rem 1rem;
  border-block-end: 1px solid ${({ theme }) => theme.color.line};
  background: ${({ theme }) => theme.color.surface};
  font-size: 0.875rem;
  button {
    min-height: 2.25rem;
    padding-inline: 0.7rem;
    font-size: 0.8125rem;
  }
`;

const ASIDE_TEXTS: Readonly<Record<SetAsideChanges['why'], { state: string; back: string }>> = {
  discarded: {
    state: 'Your changes were discarded. They are still in this browser.',
    back: 'Undo the discarding',
  },
  stopped: {
    state: 'The page builder stopped while you were editing. Your changes until then are kept.',
    back: 'Bring them back',
  },
  otherTab: {
    state: 'Another tab, which is closed now, had other unsaved changes of this page. They are kept.',
    back: 'Bring them back',
  },
  variantGone: {
    state: 'You had unsaved changes of a variant that this page no longer has. They are kept.',
    back: 'Bring them back',
  },
};

interface AsideProps {
  aside: SetAsideChanges;
  onBringBack: () => void;
  onForget: () => void;
}

/** Offers to restore changes that were set aside, and states the reason. */
export function SetAsideChangesBar({ aside, onBringBack, onForget }: AsideProps) {
  return (
    <AsideBar role="region" aria-label="Changes to bring back">
      <StatusLine state="warn">{ASIDE_TEXTS[aside.why].state}</StatusLine>
      <SmallButton $look="outline" onClick={onBringBack}>
        {ASIDE_TEXTS[aside.why].back}
      </SmallButton>
      <SmallButton $look="outline" onClick={onForget}>
        Delete them
      </SmallButton>
    </AsideBar>
  );
}
