import { useMutation } from '@tanstack/react-query';
import type { EditablePage } from '../../../contracts/operators/page-builder.ts';
import { pageCalls } from '../../../contracts/operators/page-calls.ts';
import { callApi } from '../../call-api.ts';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { DialogFault } from '../../parts/dialogs/form-dialog.tsx';
import { stablePageAt } from '../builder-paths.ts';
import { useOpenedPageData } from '../editor-context.ts';
import { pageCountText } from '../reusable/page-count-text.ts';
import { errorMessage } from '../../parts/states/error-message.ts';

interface Props {
  page: Pick<EditablePage, 'id' | 'at' | 'title' | 'path' | 'state' | 'kind'>;
  onClose: () => void;
}

/** Asks for confirmation, moves a page, shared section or template to the trash, and opens the list it was in. */
export function TrashDialog({ page, onClose }: Props) {
  const { title, path, state, kind } = page;
  const { uses } = useOpenedPageData();
  const trash = useMutation({
    networkMode: 'always',
    mutationFn: () => callApi(pageCalls.trash, { at: stablePageAt(page) }),
    onSuccess: () => location.assign(kind === 'page' ? '/admin/pages' : '/admin/sections'),
  });
  const isShown = state === 'published' || state === 'built-in';
  return (
    <ConfirmDialog
      open
      title={`Move “${title}” to the trash?`}
      confirmLabel="Move to trash"
      danger
      busy={trash.isPending || trash.isSuccess}
      onCancel={onClose}
      onConfirm={() => trash.mutate()}
    >
      <p>
        {isShown && path !== null && `Visitors of ${path} then see that the page is not found. `}
        {uses.length > 0 && `It disappears from ${pageCountText(uses.length)}. `}
        You can restore it below the list of {kind === 'page' ? 'pages' : 'shared sections and templates'}.
      </p>
      {trash.error && <DialogFault role="alert">{errorMessage(trash.error)}</DialogFault>}
    </ConfirmDialog>
  );
}
