import express, { Router } from 'express';
import { pageSettingsRequest } from '../../../src/contracts/page-settings.ts';
import type { Content } from '../../content/content.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { recordAudit } from '../audit-log.ts';
import { operatorOf, type OperatorGuard } from '../operator-guard.ts';
import { createAddressCheck } from './new-page-routes.ts';
import type { PageBuilder } from './page-builder.ts';
import { answering, GONE } from './builder-routes.ts';
import { readSettings, saveSettings } from './page-settings.ts';
import { refuseLocked } from './edit-lock.ts';
import type { EditorAccounts } from './editor-account.ts';
import { limitedBody } from '../../platform/limited-body.ts';

interface Options {
  database: Pick<OpenDatabase, 'query'>;
  content: Pick<Content, 'check'>;
  builder: PageBuilder;
  accounts: EditorAccounts;
  guard: OperatorGuard;
  now: () => number;
}

/** Serves the settings of a page: title, address, schedule, menus, and SEO fields. */
export function createPageSettingsRoutes(options: Options): Router {
  const { database, content, builder, accounts, guard, now } = options;
  const addressOf = createAddressCheck(options);
  const router = Router();
  const json = limitedBody(express.json, { limit: 64 * 1024 });

  router.get('/api/admin/pages/settings', guard.api, async (request, response) => {
    const { at } = request.query;
    await answering(response, async () => {
      const around = { builder, content, now, account: await accounts.of(response) };
      const settings = await readSettings(typeof at === 'string' ? at : '', around);
      if (!settings) return void response.status(404).json({ error: GONE });
      response.json(settings);
    });
  });

  router.post('/api/admin/pages/settings', guard.api, json, async (request, response) => {
    const read = pageSettingsRequest.safeParse(request.body);
    if (!read.success) {
      const words = read.error.issues[0]?.message ?? 'invalid';
      return void response.status(422).json({ error: `These settings cannot be stored: ${words}` });
    }
    await answering(response, async () => {
      const account = await accounts.of(response);
      const around = { builder, content, now, account };
      await refuseLocked(read.data.at, around);
      const outcome = await saveSettings(
        read.data,
        around,
        async (address) => (await addressOf(address, account)).fault,
      );
      if (!outcome) return void response.status(404).json({ error: GONE });
      const { saved, written } = outcome;
      if (written) {
        await recordAudit(database.query, {
          operator: operatorOf(response),
          action: 'page-settings-changed',
          subject: saved.at,
          detail: {
            ...(saved.at === read.data.at ? {} : { from: read.data.at }),
            ...(read.data.publishAt === undefined ? {} : { publishAt: read.data.publishAt }),
          },
          now: now(),
        });
      }
      response.json(saved);
    });
  });

  return router;
}
