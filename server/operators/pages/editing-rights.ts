import type { EditablePage, SaveTarget } from '../../../src/contracts/page-builder.ts';
import type { Editing } from '../../../src/contracts/page-lock.ts';
import type { EditorAccount } from './editor-account.ts';
import type { FoundPage } from './find-page.ts';

type Rights = Pick<EditorAccount, 'mayEdit' | 'mayPublish' | 'name' | 'isOwn'> & { writer: object | null };

/** Returns the description of an account for the person who uses it. */
export function editingOf({ name, isOwn, mayPublish }: Rights): Editing {
  return { name, isOwn, mayPublish };
}

/** Returns where an account saves pages, or a single page: to WordPress, to files, or nowhere, with the reason. */
export function targetOf(
  { writer, name, mayEdit }: Rights,
  target: SaveTarget,
  page: Pick<EditablePage, 'mayEdit'> | null = null,
): SaveTarget {
  if (!writer) return target;
  if (mayEdit && page?.mayEdit !== false) return { kind: 'wordpress' };
  const what = mayEdit ? 'this page' : 'pages';
  return {
    kind: 'read-only',
    reason:
      `You work as ${name ?? ''} in WordPress and may not edit ${what} there. ` +
      'Ask an administrator of WordPress for the role Editor.',
  };
}

/** Whether an account may see a page. Without the right to edit pages, it sees only published and built-in pages. */
export function mayOpen({ mayEdit }: Rights, { own }: Pick<FoundPage, 'own'>): boolean {
  return mayEdit || own === null || own.status === 'publish';
}
