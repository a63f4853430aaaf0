import type { Router } from 'express';
import { pageCalls } from '../../../../src/contracts/operators/page-calls.ts';
import type { Content } from '../../../content/content.ts';
import type { Config } from '../../../platform/config/config.ts';
import { ApiFault } from '../../api/api-fault.ts';
import type { OperatorGuard } from '../../api/operator-guard.ts';
import { createCallRouter } from '../../api/serve-call.ts';
import type { PageBuilder } from './page-builder.ts';
import { readRevision, readRevisions } from './page-revisions.ts';
import { GONE } from './builder-routes.ts';
import type { EditorAccounts } from '../editor-account.ts';

interface Options {
  config: Pick<Config, 'homeLayout'>;
  content: Pick<Content, 'blocks'>;
  builder: PageBuilder;
  accounts: EditorAccounts;
  guard: OperatorGuard;
}

/** Serves the revisions of pages that WordPress keeps. */
export function createRevisionRoutes({ accounts, guard, ...around }: Options): Router {
  const { router, serve } = createCallRouter(guard);

  serve(pageCalls.revisions, async ({ at }, { response }) => {
    const revisions = await readRevisions(at, { ...around, account: await accounts.of(response) });
    if (!revisions) throw new ApiFault(404, GONE);
    return revisions;
  });

  serve(pageCalls.revision, async ({ at, id }, { response }) => {
    const revision = await readRevision(at, id, { ...around, account: await accounts.of(response) });
    if (!revision) throw new ApiFault(404, GONE);
    return revision;
  });

  return router;
}
