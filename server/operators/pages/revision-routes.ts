import { Router } from 'express';
import type { Content } from '../../content/content.ts';
import type { Config } from '../../platform/config.ts';
import type { OperatorGuard } from '../operator-guard.ts';
import type { PageBuilder } from './page-builder.ts';
import { readRevision, readRevisions } from './page-revisions.ts';
import { answering, GONE } from './builder-routes.ts';
import type { EditorAccounts } from './editor-account.ts';

interface Options {
  config: Pick<Config, 'homeLayout'>;
  content: Pick<Content, 'blocks'>;
  builder: PageBuilder;
  accounts: EditorAccounts;
  guard: OperatorGuard;
}

/** Serves the revisions of pages that WordPress keeps. */
export function createRevisionRoutes({ accounts, guard, ...around }: Options): Router {
  const router = Router();
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

  router.get('/api/admin/pages/revisions', guard.api, async (request, response) => {
    await answering(response, async () => {
      const at = textOf(request.query.at);
      const revisions = await readRevisions(at, { ...around, account: await accounts.of(response) });
      if (!revisions) return void response.status(404).json({ error: GONE });
      response.json(revisions);
    });
  });

  router.get('/api/admin/pages/revision', guard.api, async (request, response) => {
    const id = textOf(request.query.id);
    if (!/^[1-9]\d{0,14}$/.test(id)) {
      return void response.status(422).json({ error: 'There is no such version. Reload the list.' });
    }
    await answering(response, async () => {
      const at = textOf(request.query.at);
      const revision = await readRevision(at, Number(id), {
        ...around,
        account: await accounts.of(response),
      });
      if (!revision) return void response.status(404).json({ error: GONE });
      response.json(revision);
    });
  });

  return router;
}
