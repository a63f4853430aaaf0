import express, { Router } from 'express';
import type { SaveConflict, SavedPage } from '../../../src/contracts/page-builder.ts';
import { variantsRequest } from '../../../src/contracts/page-variants.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { limitedBody } from '../../platform/limited-body.ts';
import { recordAudit } from '../audit-log.ts';
import { operatorOf, type OperatorGuard } from '../operator-guard.ts';
import { refuseLocked } from './edit-lock.ts';
import { EditFault } from './edited-pages.ts';
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
  const router = Router();
  router.post(
    '/api/admin/pages/variants',
    guard.api,
    limitedBody(express.json, { limit: 100 * 1024 }),
    async (request, response) => {
      const read = variantsRequest.safeParse(request.body);
      if (!read.success) {
        const [issue] = read.error.issues;
        const place = issue?.path.at(-1);
        const error = `${place === undefined ? 'This' : String(place)}: ${issue?.message ?? 'is invalid'}`;
        return void response.status(422).json({ error });
      }
      const { at, change } = read.data;
      try {
        const account = await accounts.of(response);
        await refuseLocked(at, { builder, account });
        const outcome = await builder.changeVariants(read.data, account);
        if (!outcome) {
          return void response
            .status(404)
            .json({ error: 'There is no such page any more. Go back to the list of pages.' });
        }
        if ('conflict' in outcome) {
          const conflict: SaveConflict = {
            error: 'Somebody else saved this page since you opened it. Reload the page, then try again.',
            current: outcome.conflict,
          };
          return void response.status(409).json(conflict);
        }
        if (outcome.written) {
          await recordAudit(database.query, {
            operator: operatorOf(response),
            action: 'page-variants-changed',
            subject: at,
            detail: change,
            now: now(),
          });
        }
        const answer: SavedPage = { page: outcome.saved, live: outcome.live };
        response.json(answer);
      } catch (error) {
        if (!(error instanceof EditFault)) throw error;
        response.status(error.status).json({ error: error.message });
      }
    },
  );
  return router;
}
