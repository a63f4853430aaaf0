import type { Router } from 'express';
import { pageCalls } from '../../../src/contracts/operators/page-calls.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { recordAudit } from '../audit-log.ts';
import type { OperatorGuard } from '../operator-guard.ts';
import { createCallRouter } from '../serve-call.ts';
import { GONE } from './builder-routes.ts';
import { refuseLocked } from './edit-lock.ts';
import { ApiFault } from '../api-fault.ts';
import type { EditorAccounts } from './editor-account.ts';
import type { PageBuilder } from './page-builder.ts';

interface Options {
  database: Pick<OpenDatabase, 'query'>;
  builder: Pick<PageBuilder, 'changeVariants' | 'find'>;
  accounts: EditorAccounts;
  guard: OperatorGuard;
  now: () => number;
}

/** Serves changes to a page's variants: adding, weighting, starting, pausing, deleting, and keeping one. */
export function createVariantRoutes({ database, builder, accounts, guard, now }: Options): Router {
  const { router, serve } = createCallRouter(guard);
  serve(pageCalls.changeVariants, async (input, { response, operator }) => {
    const { at, change } = input;
    const account = await accounts.of(response);
    await refuseLocked(at, { builder, account });
    const outcome = await builder.changeVariants(input, account);
    if (!outcome) throw new ApiFault(404, GONE);
    if ('conflict' in outcome) {
      const message = 'Somebody else saved this page since you opened it. Reload the page, then try again.';
      throw new ApiFault(409, message, { body: { current: outcome.conflict } });
    }
    if (outcome.written) {
      await recordAudit(database.query, {
        operator,
        action: 'page-variants-changed',
        subject: at,
        detail: change,
        now: now(),
      });
    }
    return { page: outcome.saved, live: outcome.live };
  });
  return router;
}
