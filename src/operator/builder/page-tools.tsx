import { useState } from 'react';
import type { EditablePage, SaveTarget } from '../../contracts/operators/page-builder.ts';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { PageSettingsDialog } from './dialogs/page-settings-dialog.tsx';
import { VersionsDialog } from './dialogs/versions-dialog.tsx';

interface Props {
  page: EditablePage;
  target: SaveTarget;
  isChanged: boolean;
}

/** The buttons for the page as a whole. */
export function PageTools({ page, target, isChanged }: Props) {
  const [open, setOpen] = useState<'settings' | 'versions' | null>(null);
  if (target.kind !== 'wordpress' || page.modified === null) return null;
  const close = () => setOpen(null);
  return (
    <>
      <SmallButton
        $look="outline"
        disabled={isChanged}
        title={isChanged ? 'Save or discard your changes first.' : undefined}
        onClick={() => setOpen('settings')}
      >
        Page settings
      </SmallButton>
      <SmallButton $look="outline" onClick={() => setOpen('versions')}>
        Versions
      </SmallButton>
      {open === 'versions' && <VersionsDialog at={page.at} onClose={close} />}
      {open === 'settings' && <PageSettingsDialog at={page.at} onClose={close} />}
    </>
  );
}
