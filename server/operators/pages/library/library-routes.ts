import type { RequestHandler, Response, Router } from 'express';
import { pageCalls } from '../../../../src/contracts/operators/page-calls.ts';
import type { Content } from '../../../content/content.ts';
import type { LinkResolver } from '../../../content/paths/site-links.ts';
import type { OpenDatabase } from '../../../database/open-database.ts';
import { recordAudit } from '../../audit-log.ts';
import type { OperatorGuard, OperatorIdentity } from '../../api/operator-guard.ts';
import { createCallRouter } from '../../api/serve-call.ts';
import { requireSnapshot } from '../require-snapshot.ts';
import { ApiError } from '../../api/api-error.ts';
import type { EditorAccounts } from '../editor-account.ts';
import {
  savePictureDetails,
  toLibraryPicture,
  listPictures,
  type LibraryAccount,
  readPicture,
  uploadPicture,
} from './picture-library.ts';

interface Options {
  database: Pick<OpenDatabase, 'query'>;
  content: Pick<Content, 'snapshot' | 'check'>;
  guard: OperatorGuard;
  accounts: EditorAccounts;
  now: () => number;
}

/** Maximum number of concurrent uploads. Each is held in memory completely. */
const MAX_UPLOADS = 3;

/**
 * Creates the API routes of the media library for the page builder: search, upload, alternative texts and focal points.
 */
export function createLibraryRoutes({ database, content, accounts, guard, now }: Options): Router {
  const { router, serve } = createCallRouter(guard);
  let uploads = 0;

  function links(): LinkResolver {
    return requireSnapshot(content).links;
  }

  async function libraryOf(response: Response): Promise<LibraryAccount | null> {
    const { writer, name, isOwn } = await accounts.of(response);
    return writer && { writer, name, isOwn };
  }

  async function writableLibrary(response: Response): Promise<LibraryAccount> {
    const library = await libraryOf(response);
    if (library) return library;
    throw new ApiError(
      403,
      'Set WORDPRESS_USERNAME and WORDPRESS_APP_PASSWORD, so that pictures can be stored in WordPress.',
    );
  }

  const bounded: RequestHandler = (_request, response, next) => {
    if (uploads >= MAX_UPLOADS) {
      return void response
        .status(503)
        .json({ error: 'Other pictures are being uploaded. Try again in a moment.' });
    }
    uploads += 1;
    response.once('close', () => (uploads -= 1));
    next();
  };

  serve(pageCalls.pictures, async ({ search, page }, { response }) => {
    const query = { search: search.trim().slice(0, 200), page };
    const library = await libraryOf(response);
    return library ? listPictures(library, links(), query) : { pictures: [], more: false };
  });

  serve(pageCalls.picture, async ({ id }, { response }) => {
    const library = await libraryOf(response);
    const known = content.snapshot()?.media(id);
    // Negative ids are those of built-in pictures.
    const picture =
      library && id > 0 ? await readPicture(library, links(), id) : known && toLibraryPicture(known, links());
    if (!picture) {
      throw new ApiError(404, `There is no picture ${id} any more. Choose another one.`);
    }
    return picture;
  });

  serve(
    pageCalls.uploadPicture,
    async ({ name }, { request, response, operator }) => {
      const bytes: unknown = request.body;
      if (!Buffer.isBuffer(bytes)) throw new ApiError(422, 'The file is empty. Choose another one.');
      const file = { name: name.slice(0, 200), bytes };
      const picture = await uploadPicture(await writableLibrary(response), links(), file);
      await noteChange(operator, 'picture-uploaded', picture.id);
      return picture;
    },
    bounded,
  );

  serve(pageCalls.describePicture, async ({ id, alt, focus }, { response, operator }) => {
    const details = { ...(alt === undefined ? {} : { alt }), ...(focus ? { focus } : {}) };
    return savePictureDetails(await writableLibrary(response), links(), id, details, () =>
      noteChange(operator, 'picture-described', id),
    );
  });

  async function noteChange(
    operator: OperatorIdentity,
    action: 'picture-uploaded' | 'picture-described',
    id: number,
  ): Promise<void> {
    await recordAudit(database.query, {
      operator,
      action,
      subject: String(id),
      now: now(),
    });
    // The canvas shows pictures from the mirror. Without change notices, new ones would appear only after the next
    // poll.
    await content.check().catch(() => {});
  }

  return router;
}
