import type { Router } from 'express';
import {
  serializeLayoutVariants,
  parseLayoutVariants,
} from '../../src/contracts/variants/layout-variants.ts';
import { variantCalls } from '../../src/contracts/variants/variant-calls.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { recordAudit } from '../operators/audit-log.ts';
import type { OperatorGuard } from '../operators/api/operator-guard.ts';
import { createCallRouter } from '../operators/api/serve-call.ts';
import { PAGE_GONE_MESSAGE } from '../operators/pages/builder/builder-routes.ts';
import { assertPageNotLocked } from '../operators/pages/builder/request-edit-lock.ts';
import { ApiError } from '../operators/api/api-error.ts';
import type { EditorAccounts } from '../operators/pages/editor-account.ts';
import { changeVariants } from './change-variants.ts';
import type { PageBuilder } from '../operators/pages/builder/page-builder.ts';

interface Options {
  database: Pick<OpenDatabase, 'query'>;
  builder: Pick<PageBuilder, 'change' | 'find'>;
  accounts: EditorAccounts;
  guard: OperatorGuard;
  now: () => number;
}

/**
 * Creates the operators' API route that changes a page's variants: it adds, weights or deletes one, starts or pauses
 * the test, or keeps one layout and deletes all variants.
 */
export function createVariantRoutes({ database, builder, accounts, guard, now }: Options): Router {
  const { router, serve } = createCallRouter(guard);
  serve(variantCalls.change, async (input, { response, operator }) => {
    const { at, change } = input;
    const account = await accounts.of(response);
    await assertPageNotLocked(at, { builder, account });
    const outcome = await builder.change(input, account, (page, own) => {
      if (!own) {
        throw new ApiError(422, 'WordPress does not have this page yet. Publish it, then add variants.');
      }
      const { variants, fault } = parseLayoutVariants(own.acf.layout_variants);
      if (fault !== null) throw new ApiError(422, `${fault} Correct the field in WordPress.`);
      const after = changeVariants({ variants, original: page.layout, now: now() }, change);
      return { layout: after.layout, values: { layout_variants: serializeLayoutVariants(after.variants) } };
    });
    if (!outcome) throw new ApiError(404, PAGE_GONE_MESSAGE);
    if ('conflict' in outcome) {
      const message = 'Somebody else saved this page since you opened it. Reload the page, then try again.';
      throw new ApiError(409, message, { body: { current: outcome.conflict } });
    }
    if (outcome.written) {
      await recordAudit(database.query, {
        operator,
        action: 'page-variants-changed',
        subject: outcome.saved.at,
        detail: change,
        now: now(),
      });
    }
    return { page: outcome.saved, live: outcome.live };
  });
  return router;
}
