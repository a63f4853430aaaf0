import path from 'node:path';
import express, { Router, type RequestHandler, type Response } from 'express';
import { z } from 'zod';
import { MOST_PICTURE_BYTES } from '../../../src/contracts/picture-library.ts';
import type { Content } from '../../content/content.ts';
import type { SiteLinks } from '../../content/paths/site-links.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { limitedBody } from '../../platform/limited-body.ts';
import type { Config } from '../../platform/config.ts';
import { ROOT } from '../../platform/root.ts';
import { recordAudit } from '../audit-log.ts';
import { operatorOf, type OperatorGuard } from '../operator-guard.ts';
import { NOT_READ } from './canvas-site.ts';
import { EditFault } from './edited-pages.ts';
import type { EditorAccounts } from './editor-account.ts';
import { answering } from './builder-routes.ts';
import {
  describePicture,
  libraryPicture,
  listFilePictures,
  listPictures,
  type LibraryAccount,
  readPicture,
  uploadPicture,
} from './picture-library.ts';

interface Options {
  config: Pick<Config, 'wordpress' | 'dev'>;
  database: Pick<OpenDatabase, 'query'>;
  content: Pick<Content, 'snapshot' | 'check'>;
  guard: OperatorGuard;
  accounts: EditorAccounts;
  now: () => number;
}

const share = z.number().min(0).max(1);
const pictureDetails = z
  .object({
    alt: z.string().trim().max(1_000),
    decorative: z.boolean(),
    focus: z.object({ x: share, y: share }).optional(),
  })
  .refine(({ alt, decorative }) => decorative === (alt === ''), {
    error: 'Describe the picture, or say that it is decorative.',
  });

/** Maximum number of concurrent uploads. Each is held in memory completely. */
const MOST_UPLOADS = 3;

/** Serves the media library to the page builder: search, upload, alternative texts and focal points. */
export function createLibraryRoutes({ config, database, content, accounts, guard, now }: Options): Router {
  const router = Router();
  const json = limitedBody(express.json, { limit: 16 * 1024 });
  let uploads = 0;

  function links(): SiteLinks {
    const snapshot = content.snapshot();
    if (!snapshot) throw new EditFault(503, NOT_READ);
    return snapshot.links;
  }

  async function libraryOf(response: Response): Promise<LibraryAccount | null> {
    const { writer, name, isOwn } = await accounts.of(response);
    return writer && { writer, name, isOwn };
  }

  async function writableLibrary(response: Response): Promise<LibraryAccount> {
    const library = await libraryOf(response);
    if (library) return library;
    throw new EditFault(
      403,
      config.wordpress
        ? 'Set WORDPRESS_USERNAME and WORDPRESS_APP_PASSWORD, so that pictures can be stored in WordPress.'
        : 'Pictures are uploaded and described in WordPress only. Set WORDPRESS_API_URL.',
    );
  }

  const bounded: RequestHandler = (_request, response, next) => {
    if (uploads >= MOST_UPLOADS) {
      return void response
        .status(503)
        .json({ error: 'Other pictures are being uploaded. Try again in a moment.' });
    }
    uploads += 1;
    response.once('close', () => (uploads -= 1));
    next();
  };

  router.get('/api/admin/pages/pictures', guard.api, async (request, response) => {
    const { search, page } = request.query;
    const query = {
      search: typeof search === 'string' ? search.trim().slice(0, 200) : '',
      page: typeof page === 'string' && /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1,
    };
    await answering(response, async () => {
      const library = await libraryOf(response);
      if (library) return void response.json(await listPictures(library, links(), query));
      if (config.wordpress || !config.dev) return void response.json({ pictures: [], more: false });
      response.json(await listFilePictures(path.join(ROOT, 'fixtures'), links(), query));
    });
  });

  router.get('/api/admin/pages/pictures/:id', guard.api, async (request, response) => {
    await answering(response, async () => {
      const id = idOf(request.params.id);
      const library = await libraryOf(response);
      const known = content.snapshot()?.media(id);
      const picture = library
        ? await readPicture(library, links(), id)
        : known && libraryPicture(known, links());
      if (!picture) return void response.status(404).json({ error: goneWords(id) });
      response.json(picture);
    });
  });

  router.post(
    '/api/admin/pages/pictures',
    guard.api,
    bounded,
    limitedBody(express.raw, { type: () => true, limit: MOST_PICTURE_BYTES }),
    async (request, response) => {
      await answering(response, async () => {
        const { name } = request.query;
        const bytes: unknown = request.body;
        if (!Buffer.isBuffer(bytes)) throw new EditFault(422, 'The file is empty. Choose another one.');
        const file = { name: typeof name === 'string' ? name.slice(0, 200) : 'picture', bytes };
        const picture = await uploadPicture(await writableLibrary(response), links(), file);
        await noteChange(response, 'picture-uploaded', picture.id);
        response.status(201).json(picture);
      });
    },
  );

  router.put('/api/admin/pages/pictures/:id', guard.api, json, async (request, response) => {
    const read = pictureDetails.safeParse(request.body);
    if (!read.success) {
      return void response
        .status(422)
        .json({ error: read.error.issues[0]?.message ?? 'This cannot be read.' });
    }
    const { alt, focus } = read.data;
    await answering(response, async () => {
      const id = idOf(request.params.id);
      const details = { alt, ...(focus ? { focus } : {}) };
      const picture = await describePicture(await writableLibrary(response), links(), id, details);
      await noteChange(response, 'picture-described', id);
      response.json(picture);
    });
  });

  async function noteChange(
    response: Response,
    action: 'picture-uploaded' | 'picture-described',
    id: number,
  ): Promise<void> {
    await recordAudit(database.query, {
      operator: operatorOf(response),
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

function idOf(text: unknown): number {
  const id = typeof text === 'string' && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  if (id === 0) throw new EditFault(422, 'This is no id of a picture.');
  return id;
}

function goneWords(id: number): string {
  return `WordPress has no picture ${id} any more. Choose another one.`;
}
