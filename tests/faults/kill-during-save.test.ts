import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { BuilderPage } from '../../src/contracts/operators/page-builder.ts';
import { makeFirstOperator } from '../browser/support/operator-test-site.ts';
import { startSite } from '../browser/support/start-site.ts';
import { onEachEngine } from '../server/database-engines.ts';
import { clientOf, type OperatorClient } from '../server/sign-in.ts';
import { timeLimit } from '../setup/time-limits.ts';

/** Each start of a server takes more than a second of CPU time. `KILLS=20` repeats the test more often. */
const KILLS = Number(process.env['KILLS'] ?? 6);
/** Milliseconds of the first save after a start. The server is killed at any moment of it. */
const SAVE_MS = 400;

onEachEngine((newDatabase) => {
  it(
    `killed ${KILLS} times during a save, the site has the old or the new page`,
    async () => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-kill-save-'));
      const env = { DATA_DIR: dataDir, ...(await newDatabase()) };
      let operator: OperatorClient | null = null;
      /** What the page may have now. */
      let possible = ['nothing yet'];
      for (let kill = 0; kill <= KILLS; kill += 1) {
        const site = await startSite(env);
        const client: OperatorClient = operator
          ? clientOf(site, operator.operator, operator.cookie, operator.csrf)
          : await makeFirstOperator(site, dataDir);
        operator = client;
        const answer = await client.fetch('/api/admin/pages/page?at=/about');
        const { page }: BuilderPage = await answer.json();
        const { hero_title = 'nothing yet', hero_desc = `<p>${String(hero_title)}</p>` } = page.values;
        // Of one save, both texts are stored or none.
        expect(hero_desc).toBe(`<p>${String(hero_title)}</p>`);
        expect(possible).toContain(hero_title);
        if (kill < KILLS) {
          const words = `Save ${kill}`;
          const values = { hero_title: words, hero_desc: `<p>${words}</p>` };
          const { at, modified: base, digest } = page;
          const change = { at, base, digest, layout: null, values, publish: true };
          const saving = client.send('POST', '/api/admin/pages/save', change).then(
            ({ ok }) => ok,
            () => false,
          );
          // Every second time, right after the answer: what was confirmed must be on the disk.
          await (kill % 2 === 0 ? delay(Math.random() * SAVE_MS) : saving);
          await site.kill();
          possible = (await saving) ? [words] : [String(hero_title), words];
        } else await site.stop();
      }
      await rm(dataDir, { recursive: true });
    },
    timeLimit(240_000),
  );
});
