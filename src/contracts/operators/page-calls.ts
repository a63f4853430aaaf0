import { z } from 'zod';
import { blockListResponse, catalogueBlock } from './block-catalogue.ts';
import { createdPage, newPageChoices, newPageRequest, pageAddressCheck } from './new-page.ts';
import {
  builderPage,
  canvasContent,
  canvasRequest,
  savePageFailure,
  pageAtSchema,
  pageBarData,
  pageListResponse,
  savedPage,
  savePageRequest,
} from './page-builder.ts';
import { PAGE_BAR_DATA_PATH } from './page-bar.ts';
import { editLockAction, editLockResponse } from './page-lock.ts';
import { pageRevisionList, revisionContent } from './page-revision-list.ts';
import { pageSettings, pageSettingsRequest, pageSettingsResponse } from './page-settings.ts';
import { libraryPicture, MAX_PICTURE_BYTES, pictureDetails, pictureList } from './picture-library.ts';
import { okResponseSchema, noInput, type OperatorCall } from './operator-call.ts';

/* The pages, the page builder, the media library and the block catalogue. Editors may use all of them. */

/** The maximum size of a page with all its values, in bytes. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024;

/** A text in the query; empty if it is absent. No page has an empty `at`. */
const query = z.string().catch('').default('');
/** Identifies a page in the query. */
const ofPage = z.object({ at: query });

const pictureId = z.coerce.number<string | number>().int().min(1).max(9_999_999_999);
/** The id of a picture in a value; negative for a built-in picture, see `editablePage`. */
const valuePictureId = z.coerce.number<string | number>().int().min(-9_999_999_999).max(9_999_999_999);

export const pageCalls = {
  list: { method: 'GET', path: '/api/admin/pages', role: 'editor', input: noInput, output: pageListResponse },
  open: {
    method: 'GET',
    path: '/api/admin/pages/page',
    role: 'editor',
    /** `variant`: the name of the variant to open; empty for the page's own layout. */
    input: ofPage.extend({ variant: query }),
    output: builderPage,
  },
  bar: {
    method: 'GET',
    path: PAGE_BAR_DATA_PATH,
    role: 'editor',
    /** `path`: the path that the browser shows. */
    input: z.object({ path: query }),
    output: pageBarData,
  },
  canvas: {
    method: 'POST',
    path: '/api/admin/pages/canvas',
    role: 'editor',
    input: canvasRequest,
    maxBodyBytes: MAX_PAGE_BYTES,
    invalid: unreadable,
    output: canvasContent,
  },
  save: {
    method: 'POST',
    path: '/api/admin/pages/save',
    role: 'editor',
    input: savePageRequest,
    maxBodyBytes: MAX_PAGE_BYTES,
    invalid: unreadable,
    output: savedPage,
    failure: savePageFailure,
  },
  lock: {
    method: 'POST',
    path: '/api/admin/pages/lock',
    role: 'editor',
    input: z.object({ at: pageAtSchema, action: editLockAction }),
    output: editLockResponse,
  },
  newChoices: {
    method: 'GET',
    path: '/api/admin/pages/new',
    role: 'editor',
    input: noInput,
    output: newPageChoices,
  },
  create: {
    method: 'POST',
    path: '/api/admin/pages/new',
    role: 'editor',
    input: newPageRequest,
    invalid: ({ message }) => `This page cannot be created: ${message}`,
    status: 201,
    output: createdPage,
  },
  checkAddress: {
    method: 'GET',
    path: '/api/admin/pages/address',
    role: 'editor',
    /** `at` identifies the page; empty for a new one. `parent` is empty for the top level. */
    input: z.object({ slug: query, parent: query, at: query }),
    output: pageAddressCheck,
  },
  settings: {
    method: 'GET',
    path: '/api/admin/pages/settings',
    role: 'editor',
    input: ofPage,
    output: pageSettings,
  },
  saveSettings: {
    method: 'POST',
    path: '/api/admin/pages/settings',
    role: 'editor',
    input: pageSettingsRequest,
    invalid: ({ message }) => `These settings cannot be stored: ${message}`,
    output: pageSettingsResponse,
  },
  trash: {
    method: 'POST',
    path: '/api/admin/pages/trash',
    role: 'editor',
    input: z.object({ at: pageAtSchema }),
    output: okResponseSchema,
  },
  /**
   * Restores an entry from the trash: a page as a draft, a template as private, and a shared section as public if it
   * was public and the account may publish, otherwise as a draft. `note` says that no page shows the shared section,
   * because it is a draft; otherwise null.
   */
  restore: {
    method: 'POST',
    path: '/api/admin/pages/trash/restore',
    role: 'editor',
    input: z.object({ id: z.number().int().positive() }),
    output: z.object({ at: z.string(), note: z.string().nullable() }),
  },
  /** Permanently deletes a page, shared section or template that is in the trash. */
  remove: {
    method: 'POST',
    path: '/api/admin/pages/trash/remove',
    role: 'editor',
    input: z.object({ id: z.number().int().positive() }),
    output: okResponseSchema,
  },
  revisions: {
    method: 'GET',
    path: '/api/admin/pages/revisions',
    role: 'editor',
    input: ofPage,
    output: pageRevisionList,
  },
  revision: {
    method: 'GET',
    path: '/api/admin/pages/revision',
    role: 'editor',
    /** `variant`: the variant whose layout is returned; empty for the page's own layout. */
    input: ofPage.extend({ id: z.coerce.number<string | number>().int().min(1), variant: query }),
    invalid: 'There is no such version. Reload the list.',
    output: revisionContent,
  },
  pictures: {
    method: 'GET',
    path: '/api/admin/pages/pictures',
    role: 'editor',
    input: z.object({
      search: query,
      page: z.coerce.number<string | number>().int().min(1).max(9_999).catch(1),
    }),
    output: pictureList,
  },
  picture: {
    method: 'GET',
    path: '/api/admin/pages/pictures/:id',
    role: 'editor',
    input: z.object({ id: valuePictureId }),
    invalid: 'This is no id of a picture.',
    output: libraryPicture,
  },
  uploadPicture: {
    method: 'POST',
    path: '/api/admin/pages/pictures',
    role: 'editor',
    input: z.object({ name: z.string().catch('picture').default('picture') }),
    sendsFile: true,
    maxBodyBytes: MAX_PICTURE_BYTES,
    status: 201,
    output: libraryPicture,
  },
  describePicture: {
    method: 'PUT',
    path: '/api/admin/pages/pictures/:id',
    role: 'editor',
    input: pictureDetails
      .extend({ id: pictureId })
      .refine(({ alt, decorative = false }) => decorative === (alt === ''), {
        error: 'Describe the picture, or say that it is decorative.',
      }),
    invalid: ({ path, message }) => (path[0] === 'id' ? 'This is no id of a picture.' : message),
    output: libraryPicture,
  },
  blocks: {
    method: 'GET',
    path: '/api/admin/blocks',
    role: 'editor',
    input: noInput,
    output: blockListResponse,
  },
  block: {
    method: 'GET',
    path: '/api/admin/blocks/block',
    role: 'editor',
    input: z.object({ id: query }),
    output: catalogueBlock,
  },
} satisfies Record<string, OperatorCall>;

function unreadable({ path, message }: { path: readonly PropertyKey[]; message: string }): string {
  const place = path.join('.');
  return `This page cannot be read${place ? ` at ${place}` : ''}: ${message}`;
}
