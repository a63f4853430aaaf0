import express, { Router, type Response } from 'express';
import type { BuilderPage, PageTable, SaveConflict, SavedPage } from '../../../src/contracts/page-builder.ts';
import { canvasRequest, saveRequest } from '../../../src/contracts/page-builder.ts';
import { lockRequest, type LockAnswer, type LockedSave } from '../../../src/contracts/page-lock.ts';
import type { Content } from '../../content/content.ts';
import { contentFaults } from '../../content/doctor/content-faults.ts';
import { encodedPath } from '../../content/paths/page-paths.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { limitedBody } from '../../platform/limited-body.ts';
import type { Config } from '../../platform/config.ts';
import { recordAudit } from '../audit-log.ts';
import { operatorOf, type OperatorGuard } from '../operator-guard.ts';
import { canvasSite, NOT_READ } from './canvas-site.ts';
import { editLock } from './edit-lock.ts';
import { EditFault } from './edited-pages.ts';
import { editingOf, targetOf } from './editing-rights.ts';
import type { EditorAccounts } from './editor-account.ts';
import { pageRows } from './find-page.ts';
import type { PageBuilder } from './page-builder.ts';
import { describeBlocks } from './describe-blocks.ts';
import { createSaveQueues } from './page-versions.ts';

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

const MONTH = 30 * 24 * 3_600_000;
export const GONE = 'There is no such page any more. Go back to the list of pages.';

/** Serves the list of pages and the page builder. */
export function createBuilderRoutes(options: Options): Router {
  const { config, content, builder, accounts, guard, origin, now } = options;
  const { query } = options.database;
  const router = Router();
  const json = limitedBody(express.json, { limit: 8 * 1024 * 1024 });
  const oneByOne = createSaveQueues();

  router.get('/api/admin/pages', guard.api, async (_request, response) => {
    const snapshot = content.snapshot();
    if (!snapshot) return void response.status(503).json({ error: NOT_READ });
    const { builtIn, blocks } = content;
    const faults = new Map<number, number>();
    for (const { page } of contentFaults({
      snapshot,
      builtIn,
      blocks,
      homeLayout: config.homeLayout,
      now: now(),
    })) {
      faults.set(page, (faults.get(page) ?? 0) + 1);
    }
    await answering(response, async () => {
      const account = await accounts.of(response);
      const [leads, saves] = await Promise.all([leadsByPage(), lastSaves()]);
      const rows = pageRows(builder.pages(account), { faults, leads, saves });
      const table: PageTable = {
        target: targetOf(account, builder.target),
        editing: editingOf(account),
        pages: operatorOf(response).role === 'editor' ? rows.map((row) => ({ ...row, leads: null })) : rows,
      };
      response.json(table);
    });
  });

  router.get('/api/admin/pages/page', guard.api, async (request, response) => {
    await answering(response, async () => {
      const account = await accounts.of(response);
      const variant = textOf(request.query.variant) || null;
      const page = await builder.open(textOf(request.query.at), account, variant);
      if (!page) return void response.status(404).json({ error: GONE });
      const { at, layout, values } = page;
      const canvas = (await builder.canvas({ at, layout, values }, account)) ?? {
        placements: [],
        faults: [],
      };
      const answer: BuilderPage = {
        blocks: describeBlocks(content.blocks),
        target: targetOf(account, builder.target, page),
        editing: editingOf(account),
        page,
        canvas,
        site: canvasSite({ content, origin, now }),
        paths: builder
          .pages(account)
          .flatMap(({ path, own, builtIn }) =>
            path === null
              ? []
              : [{ path: encodedPath(path), title: own?.title || builtIn?.page.title || path }],
          ),
      };
      response.json(answer);
    });
  });

  router.post('/api/admin/pages/canvas', guard.api, json, async (request, response) => {
    const read = canvasRequest.safeParse(request.body);
    if (!read.success) return void response.status(422).json({ error: wordsOf(read.error) });
    await answering(response, async () => {
      const account = await accounts.of(response);
      const canvas = await builder.canvas(read.data, account);
      if (!canvas) return void response.status(404).json({ error: GONE });
      response.json(canvas);
    });
  });

  router.post('/api/admin/pages/save', guard.api, json, async (request, response) => {
    const read = saveRequest.safeParse(request.body);
    if (!read.success) return void response.status(422).json({ error: wordsOf(read.error) });
    await answering(response, async () => {
      const account = await accounts.of(response);
      const { takeOver, ...change } = read.data;
      const found = builder.find(change.at, account);
      const lock = await editLock(account, found, takeOver ? 'take' : null);
      if (lock) {
        const locked: LockedSave = {
          error: `${lock.by} is editing this page in WordPress. Nothing was stored yet.`,
          lock,
        };
        return void response.status(423).json(locked);
      }
      const outcome = found && (await oneByOne(change.at, () => builder.save(change, account)));
      if (!outcome) return void response.status(404).json({ error: GONE });
      if ('conflict' in outcome) {
        const conflict: SaveConflict = {
          error: 'Somebody else saved this page since you opened it. Nothing was stored yet.',
          current: outcome.conflict,
        };
        return void response.status(409).json(conflict);
      }
      if (outcome.written) {
        await recordAudit(query, {
          operator: operatorOf(response),
          action: change.publish && account.mayPublish ? 'page-published' : 'page-saved',
          subject: change.at,
          detail: { layout: change.layout !== null, sections: Object.keys(change.values).slice(0, 100) },
          now: now(),
        });
      }
      const answer: SavedPage = { page: outcome.saved, live: outcome.live };
      response.json(answer);
    });
  });

  router.post('/api/admin/pages/lock', guard.api, json, async (request, response) => {
    const read = lockRequest.safeParse(request.body);
    if (!read.success) return void response.status(422).json({ error: wordsOf(read.error) });
    await answering(response, async () => {
      const account = await accounts.of(response);
      const lock = await editLock(account, builder.find(read.data.at, account), read.data.action);
      const answer: LockAnswer = { lock, editing: editingOf(account) };
      response.json(answer);
    });
  });

  async function leadsByPage(): Promise<ReadonlyMap<string, number>> {
    const rows = await query
      .selectFrom('leads')
      .where('status', '!=', 'quarantined')
      .where('created_at', '>=', now() - MONTH)
      .where('page', 'is not', null)
      .select((is) => ['page', is.fn.countAll<number | string>().as('leads')])
      .groupBy('page')
      .execute();
    const counts = new Map<string, number>();
    for (const { page, leads } of rows) {
      const path = page?.split(/[?#]/, 1)[0] ?? '';
      counts.set(path, (counts.get(path) ?? 0) + Number(leads));
    }
    return counts;
  }

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

function textOf(parameter: unknown): string {
  return typeof parameter === 'string' ? parameter : '';
}

/** Runs `work` and responds to an `EditFault` with its status and message. */
export async function answering(response: Response, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof EditFault)) throw error;
    response.status(error.status).json({ error: error.message });
  }
}

function wordsOf(error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] }): string {
  const [issue] = error.issues;
  const place = issue?.path.join('.');
  return `This page cannot be read${place ? ` at ${place}` : ''}: ${issue?.message ?? 'invalid'}`;
}
