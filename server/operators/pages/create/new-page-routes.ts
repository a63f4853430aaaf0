import type { Router } from 'express';
import type { PageAddressCheck } from '../../../../src/contracts/operators/new-page.ts';
import { pageCalls } from '../../../../src/contracts/operators/page-calls.ts';
import type { Content } from '../../../content/content.ts';
import type { OpenDatabase } from '../../../database/open-database.ts';
import { recordAudit } from '../../audit-log.ts';
import type { OperatorGuard } from '../../api/operator-guard.ts';
import { createCallRouter } from '../../api/serve-call.ts';
import { createPage, readNewPageChoices } from './new-pages.ts';
import { checkPageAddress, possibleParents, type RequestedPageAddress } from './page-address.ts';
import type { PageBuilder } from '../builder/page-builder.ts';
import { ApiError } from '../../api/api-error.ts';
import { saveTargetOf } from '../editing-rights.ts';
import type { EditorAccount, EditorAccounts } from '../editor-account.ts';

interface Options {
  database: Pick<OpenDatabase, 'query'>;
  content: Pick<Content, 'check' | 'blocks' | 'builtIn'>;
  builder: PageBuilder;
  accounts: EditorAccounts;
  guard: OperatorGuard;
  now: () => number;
}

/**
 * Creates the API routes for new pages: the choices in the dialog, the creation of a page, and the check of the address
 * of a new or an existing page.
 */
export function createNewPageRoutes({ database, content, builder, accounts, guard, now }: Options): Router {
  const { query } = database;
  const { router, serve } = createCallRouter(guard);
  const addressOf = createPageAddressChecker({ database, builder });

  serve(pageCalls.newChoices, async (_input, { response }) =>
    readNewPageChoices({ builder, content, account: await accounts.of(response) }),
  );

  serve(pageCalls.checkAddress, async ({ slug, parent, at }, { response }) => {
    const account = await accounts.of(response);
    const target = saveTargetOf(account, builder.target);
    if (target.kind === 'read-only') throw new ApiError(403, target.reason);
    return addressOf({ slug: slug.slice(0, 200), parent: parent || null, at: at || null }, account);
  });

  serve(pageCalls.create, async (input, { response, operator }) => {
    const { start } = input;
    const account = await accounts.of(response);
    const created = await createPage(input, { builder, content, account }, (address) =>
      addressOf(address, account),
    );
    await recordAudit(query, {
      operator,
      action: 'page-created',
      subject: created.at,
      detail: { start: start.kind === 'copy' ? start.at : start.id },
      now: now(),
    });
    return created;
  });

  return router;
}

/**
 * Creates a function that returns the path of a requested address, and the reason (`fault`) if no page can have it. It
 * reads the operators' redirects from the database for each check.
 */
export function createPageAddressChecker({ database, builder }: Pick<Options, 'database' | 'builder'>) {
  return async (address: RequestedPageAddress, account: EditorAccount): Promise<PageAddressCheck> => {
    const rows = await database.query.selectFrom('redirects').select('from_path').execute();
    const redirects = new Set(rows.map(({ from_path }) => from_path));
    const pages = builder.pages(account);
    const parents = possibleParents(pages);
    return checkPageAddress(address, { pages, used: builder.usedPaths(), parents, redirects });
  };
}
