import type { BuilderPage, EditablePage } from '../../../contracts/operators/page-builder.ts';
import { pageCountText } from '../reusable/page-count-text.ts';
import type { EditingAccount } from '../../../contracts/operators/page-lock.ts';

/**
 * Returns the label of the publish button. For accounts that may not publish, the button asks for a review, or updates
 * a page that is published or scheduled. `uses` is the number of pages that show the shared section.
 */
export function publishButtonLabel(
  { mayPublish }: EditingAccount,
  { state, kind }: EditablePage,
  uses = 0,
): string {
  if (kind === 'template') return 'Save';
  if (mayPublish && uses > 0) return `Publish on ${pageCountText(uses)}`;
  if (mayPublish) return state === 'scheduled' ? 'Publish now' : 'Publish';
  // WordPress lets some accounts change published and scheduled pages without allowing them to publish.
  return state === 'published' || state === 'scheduled' ? 'Update' : 'Submit for review';
}

/** Returns the label of the button that saves without publishing. Returns null if the page has no such button. */
export function draftButtonLabel(
  { mayPublish }: EditingAccount,
  { state, kind }: EditablePage,
): string | null {
  if (kind === 'template') return null;
  // Saving as a draft would take the published page off the site.
  if (state === 'published' || state === 'built-in' || (state === 'scheduled' && !mayPublish)) return null;
  return state === 'draft' ? 'Save draft' : 'Save';
}

/** Whether the page will be published without a further change: at its scheduled time, or after a review. */
export function isPublicationPending({ state }: EditablePage): boolean {
  return state === 'pending' || state === 'scheduled';
}

/** Returns the status text after a save. `live` means that the site already shows the saved page. */
export function savedStatusText({ state, kind }: EditablePage, live: boolean): string {
  if (kind === 'template') return 'Saved';
  if (state === 'pending') return 'Waiting for review';
  if (state === 'scheduled') return 'Saved, and published as scheduled';
  if (state !== 'published') return 'Draft saved';
  return live ? 'Live on the site' : 'Published';
}

/**
 * Returns the status text of the page. `saved` is the status text of the last save; null if the page has changed
 * since.
 */
export function pageStatusText(
  { target }: BuilderPage,
  { state, kind }: EditablePage,
  isUnsaved: boolean,
  saved: string | null,
): string {
  if (target.kind === 'read-only') return `Read-only. ${target.reason}`;
  if (isUnsaved) return 'Unsaved changes';
  if (saved !== null) return saved;
  if (kind === 'template') return 'Saved';
  if (state === 'built-in') return 'Built-in page';
  if (state === 'pending') return 'Waiting for review';
  if (state === 'scheduled') return 'Scheduled';
  return state === 'published' ? 'Published' : 'Draft';
}
