import type { Router } from 'express';
import { pageCalls } from '../../../../src/contracts/operators/page-calls.ts';
import type { Content } from '../../../content/content.ts';
import { decodedPath, encodedPath } from '../../../content/paths/page-paths.ts';
import type { OpenDatabase } from '../../../database/open-database.ts';
import type { Config } from '../../../platform/config/config.ts';
import { recordAudit } from '../../audit-log.ts';
import type { OperatorGuard } from '../../api/operator-guard.ts';
import { createCallRouter } from '../../api/serve-call.ts';
import { contentChoices } from './content-choices.ts';
import { requireSnapshot } from '../require-snapshot.ts';
import { buildCanvasSite } from './canvas-site.ts';
import { requestEditLock } from './request-edit-lock.ts';
import { ApiError } from '../../api/api-error.ts';
import { editingAccountOf, saveTargetOf } from '../editing-rights.ts';
import type { EditorAccount, EditorAccounts } from '../editor-account.ts';
import { findPageShownAt, toPageListRows } from '../page-list.ts';
import { countFaultsByPage, countRecentLeadsByPage } from '../page-counts.ts';
import { sharedSectionUses } from '../reusable/shared-section-uses.ts';
import type { PageBuilder } from './page-builder.ts';
import { describeBlocks } from './describe-blocks.ts';

interface Options {
  config: Config;
  database: Pick<OpenDatabase, 'query'>;
  content: Content;
  builder: PageBuilder;
  accounts: EditorAccounts;
  guard: OperatorGuard;
  origin: () => string;
  now: () => number;
}

/** The error shown for a page that does not exist. */
export const PAGE_GONE_MESSAGE = 'There is no such page any more. Go back to the list of pages.';

/** The error shown for a page in the trash. The browser keeps what was not saved. */
const PAGE_TRASHED =
  'This page is in the trash. Restore it below the list of pages, then open it again. Unsaved changes stay in this browser.';

/**
 * Creates the API routes with which operators and editors list pages, open, preview, lock and save a page in the page
 * builder, and get the content of the bar that they see on public pages.
 */
export function createBuilderRoutes(options: Options): Router {
  const { config, content, builder, accounts, guard, origin, now } = options;
  const { query } = options.database;
  const { router, serve } = createCallRouter(guard);

  const missing = (at: string, account: EditorAccount) => {
    const isTrashed = builder.trash(account).some(({ path, own }) => at === path || at === `~${own.id}`);
    return new ApiError(404, isTrashed ? PAGE_TRASHED : PAGE_GONE_MESSAGE);
  };

  serve(pageCalls.list, async (_input, { response, operator }) => {
    const snapshot = requireSnapshot(content);
    const faults = countFaultsByPage({ snapshot, content, config, now: now() });
    const account = await accounts.of(response);
    const [leads, saves] = await Promise.all([countRecentLeadsByPage(query, now()), lastSaves()]);
    const rows = toPageListRows(builder.pages(account), { faults, leads, saves });
    return {
      target: saveTargetOf(account, builder.target),
      editing: editingAccountOf(account),
      pages: operator.role === 'editor' ? rows.map((row) => ({ ...row, leads: null })) : rows,
      trash: builder
        .trash(account)
        .filter(({ kind }) => kind === 'page')
        .map(({ path, own: { id, title } }) => ({ id, path, title: title || (path ?? `~${id}`) })),
    };
  });

  serve(pageCalls.bar, async ({ path }, { response, operator }) => {
    const snapshot = requireSnapshot(content);
    const page = findPageShownAt(path, builder.pages(await accounts.of(response)), content.builtIn, snapshot);
    const mayCount = operator.role === 'operator';
    const leads = mayCount ? await countRecentLeadsByPage(query, now()) : new Map<string, number>();
    const only = page?.own?.id;
    const faults =
      only === undefined
        ? new Map<number, number>()
        : countFaultsByPage({ snapshot, content, config, now: now(), only });
    const [row] = toPageListRows(page ? [page] : [], { faults, leads, saves: new Map() });
    return {
      at: row?.at ?? null,
      title: row?.title ?? null,
      faults: row?.faults ?? 0,
      leads: mayCount ? (row?.leads ?? leads.get(decodedPath(path)) ?? 0) : null,
    };
  });

  serve(pageCalls.open, async ({ at: wanted, variant }, { response }) => {
    const account = await accounts.of(response);
    const page = await builder.open(wanted, account, variant || null);
    if (!page) throw missing(wanted, account);
    const { at, layout, values } = page;
    const snapshot = requireSnapshot(content);
    const canvas = (await builder.canvas({ at, layout, values }, account)) ?? { placements: [], faults: [] };
    return {
      blocks: describeBlocks(content.blocks),
      target: saveTargetOf(account, builder.target, page),
      editing: editingAccountOf(account),
      page,
      canvas,
      site: buildCanvasSite({ content, origin, now }),
      uses:
        page.kind === 'section' ? (sharedSectionUses(builder.pages(account)).get(idOf(page.at)) ?? []) : [],
      paths: builder
        .pages(account)
        .flatMap(({ path, own, builtIn }) =>
          path === null
            ? []
            : [{ path: encodedPath(path), title: own?.title || builtIn?.page.title || path }],
        ),
      choices: contentChoices(snapshot, content.builtIn),
    };
  });

  serve(pageCalls.canvas, async (input, { response }) => {
    const canvas = await builder.canvas(input, await accounts.of(response));
    if (!canvas) throw new ApiError(404, PAGE_GONE_MESSAGE);
    return canvas;
  });

  serve(pageCalls.save, async ({ takeOver, ...change }, { response, operator }) => {
    const account = await accounts.of(response);
    const found = builder.find(change.at, account);
    const lock = await requestEditLock(account, found, takeOver ? 'take' : null);
    if (lock) {
      const message = `${lock.by} is editing this page. Nothing was stored yet.`;
      throw new ApiError(423, message, { body: { lock } });
    }
    const outcome = found && (await builder.save(change, account));
    if (!outcome) throw missing(change.at, account);
    if ('conflict' in outcome) {
      const message = 'Somebody else saved this page since you opened it. Nothing was stored yet.';
      throw new ApiError(409, message, { body: { current: outcome.conflict } });
    }
    if (outcome.written) {
      await recordAudit(query, {
        operator,
        action: change.publish && account.mayPublish ? 'page-published' : 'page-saved',
        subject: outcome.saved.at,
        detail: { layout: change.layout !== null, sections: Object.keys(change.values).slice(0, 100) },
        now: now(),
      });
    }
    return { page: outcome.saved, live: outcome.live };
  });

  serve(pageCalls.lock, async ({ at, action }, { response }) => {
    const account = await accounts.of(response);
    const lock = await requestEditLock(account, builder.find(at, account), action);
    return { lock, editing: editingAccountOf(account) };
  });

  async function lastSaves(): Promise<ReadonlyMap<string, { by: string; when: number }>> {
    const rows = await query
      .selectFrom('audit')
      .where('action', 'in', ['page-saved', 'page-published'])
      .where('subject', 'is not', null)
      .select((is) => ['subject', 'operator_name', is.fn.max('at').as('at')])
      .groupBy(['subject', 'operator_name'])
      .execute();
    const saves = new Map<string, { by: string; when: number }>();
    for (const { subject, operator_name: by, at: when } of rows) {
      if (subject !== null && when > (saves.get(subject)?.when ?? 0)) saves.set(subject, { by, when });
    }
    return saves;
  }

  return router;
}

/** Returns the id in the `at` of an entry without a path: `~12` is 12. */
function idOf(at: string): number {
  return Number(at.slice(1));
}
