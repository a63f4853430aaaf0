import path from 'node:path';
import express, { Router } from 'express';
import { newPageRequest, type PageAddress } from '../../../src/contracts/new-page.ts';
import type { Content } from '../../content/content.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { limitedBody } from '../../platform/limited-body.ts';
import { ROOT } from '../../platform/root.ts';
import { recordAudit } from '../audit-log.ts';
import { operatorOf, type OperatorGuard } from '../operator-guard.ts';
import { writePageFiles } from './new-page-files.ts';
import { createPage, newPageChoices } from './new-pages.ts';
import { checkAddress, possibleParents, type Address } from './page-address.ts';
import type { PageBuilder } from './page-builder.ts';
import { answering } from './builder-routes.ts';
import { EditFault } from './edited-pages.ts';
import { targetOf } from './editing-rights.ts';
import type { EditorAccount, EditorAccounts } from './editor-account.ts';

interface Options {
  database: Pick<OpenDatabase, 'query'>;
  content: Pick<Content, 'check'>;
  builder: PageBuilder;
  accounts: EditorAccounts;
  guard: OperatorGuard;
  now: () => number;
}

const FIXTURES = path.join(ROOT, 'fixtures');

/** Serves the creation of pages, and the check of an address for a new page. */
export function createNewPageRoutes({ database, content, builder, accounts, guard, now }: Options): Router {
  const { query } = database;
  const router = Router();
  const json = limitedBody(express.json, { limit: 64 * 1024 });
  const addressOf = createAddressCheck({ database, builder });

  router.get('/api/admin/pages/new', guard.api, async (_request, response) => {
    await answering(response, async () => {
      response.json(await newPageChoices({ builder, content, account: await accounts.of(response) }));
    });
  });

  router.get('/api/admin/pages/address', guard.api, async (request, response) => {
    const text = (name: string) => {
      const value = request.query[name];
      return typeof value === 'string' && value !== '' ? value : null;
    };
    const slug = (text('slug') ?? '').slice(0, 200);
    await answering(response, async () => {
      const account = await accounts.of(response);
      const target = targetOf(account, builder.target);
      if (target.kind === 'read-only') throw new EditFault(403, target.reason);
      response.json(await addressOf({ slug, parent: text('parent'), at: text('at') }, account));
    });
  });

  router.post('/api/admin/pages/new', guard.api, json, async (request, response) => {
    const read = newPageRequest.safeParse(request.body);
    if (!read.success) {
      const words = read.error.issues[0]?.message ?? 'invalid';
      return void response.status(422).json({ error: `This page cannot be created: ${words}` });
    }
    await answering(response, async () => {
      const { start } = read.data;
      const account = await accounts.of(response);
      const created = await createPage(
        read.data,
        { builder, content, account },
        (address) => addressOf(address, account),
        (files) => writePageFiles(FIXTURES, files),
      );
      await recordAudit(query, {
        operator: operatorOf(response),
        action: 'page-created',
        subject: created.at,
        detail: { start: start.kind === 'copy' ? start.at : start.id },
        now: now(),
      });
      response.status(201).json(created);
    });
  });

  return router;
}

/** Creates a function that returns the path of an address, and the reason if a page cannot have it. */
export function createAddressCheck({ database, builder }: Pick<Options, 'database' | 'builder'>) {
  return async (address: Address, account: EditorAccount): Promise<PageAddress> => {
    const rows = await database.query.selectFrom('redirects').select('from_path').execute();
    const redirects = new Set(rows.map(({ from_path }) => from_path));
    const pages = builder.pages(account);
    const parents = possibleParents(pages, builder.target.kind === 'files');
    return checkAddress(address, { pages, used: builder.usedPaths(), parents, redirects });
  };
}
