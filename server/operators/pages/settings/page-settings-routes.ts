import type { Router } from 'express';
import { pageCalls } from '../../../../src/contracts/operators/page-calls.ts';
import type { Content } from '../../../content/content.ts';
import type { OpenDatabase } from '../../../database/open-database.ts';
import { recordAudit } from '../../audit-log.ts';
import { ApiError } from '../../api/api-error.ts';
import type { OperatorGuard } from '../../api/operator-guard.ts';
import { createCallRouter } from '../../api/serve-call.ts';
import { createPageAddressChecker } from '../create/new-page-routes.ts';
import type { PageBuilder } from '../builder/page-builder.ts';
import { PAGE_GONE_MESSAGE } from '../builder/builder-routes.ts';
import { readPageSettings, savePageSettings } from './page-settings.ts';
import { assertPageNotLocked } from '../builder/request-edit-lock.ts';
import type { EditorAccounts } from '../editor-account.ts';

interface Options {
  database: Pick<OpenDatabase, 'query'>;
  content: Pick<Content, 'check' | 'blocks' | 'builtIn' | 'snapshot' | 'embedded'>;
  builder: PageBuilder;
  accounts: EditorAccounts;
  guard: OperatorGuard;
  now: () => number;
}

/** Creates the API routes that read and save a page's title, address, schedule, menus and SEO fields. */
export function createPageSettingsRoutes(options: Options): Router {
  const { database, content, builder, accounts, guard, now } = options;
  const addressOf = createPageAddressChecker(options);
  const { router, serve } = createCallRouter(guard);

  serve(pageCalls.settings, async ({ at }, { response }) => {
    const settings = await readPageSettings(at, {
      builder,
      content,
      now,
      account: await accounts.of(response),
    });
    if (!settings) throw new ApiError(404, PAGE_GONE_MESSAGE);
    return settings;
  });

  serve(pageCalls.saveSettings, async (input, { response, operator }) => {
    const account = await accounts.of(response);
    const around = { builder, content, now, account };
    await assertPageNotLocked(input.at, around);
    const outcome = await savePageSettings(
      input,
      around,
      async (address) => (await addressOf(address, account)).fault,
    );
    if (!outcome) throw new ApiError(404, PAGE_GONE_MESSAGE);
    const { saved, from, written } = outcome;
    if (written) {
      await recordAudit(database.query, {
        operator,
        action: 'page-settings-changed',
        subject: saved.at,
        detail: {
          ...(saved.at === from ? {} : { from }),
          ...(input.publishAt === undefined ? {} : { publishAt: input.publishAt }),
        },
        now: now(),
      });
    }
    return saved;
  });

  return router;
}
