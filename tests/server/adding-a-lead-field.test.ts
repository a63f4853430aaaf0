import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { JSDOM } from 'jsdom';
import { afterAll, expect, it } from 'vitest';
import { DATABASE_FILE } from '../../server/database/engines/open-sqlite.ts';
import type { LeadList } from '../../src/contracts/operators/operator-leads.ts';
import { makeFirstOperator } from '../browser/support/operator-test-site.ts';
import { startCrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { timeLimit } from '../setup/time-limits.ts';
import { startMailServer } from './mail/mail-server.ts';
import { copyOfProject, filesOf, startDevelopment } from './support/project-copy.ts';

const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, '../..');
/** The time limit is long, because the test starts a compiler and the site from its sources. */
const LIMIT = timeLimit(600_000);
const FIELDS = 'src/contracts/leads/lead-fields.ts';
const MIGRATIONS = 'server/database/schema/migrate-database.ts';
const LABEL = 'Phase of the moon';

const ENTRY = `  {
    column: 'moon_phase',
    label: '${LABEL}',
    crm: { inNote: true },
    shown: 'answers',
    input: {
      forms: ['contact-form'],
      label: 'Under which moon?',
      options: ['New', 'Full'],
      summary: 'Moon',
    },
  },
`;

const cleanUp: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const step of cleanUp.toReversed()) await step();
});

/** Inserts text before the last line that equals `line`. */
async function insertBefore(file: string, line: string, text: string): Promise<void> {
  const source = await readFile(file, 'utf8');
  const at = source.lastIndexOf(`\n${line}\n`);
  if (at < 0) throw new Error(`${file} has no line "${line}".`);
  await writeFile(file, `${source.slice(0, at + 1)}${text}${source.slice(at + 1)}`);
}

it('takes its entry and a migration: two files, from the form to the CRM', { timeout: LIMIT }, async () => {
  const copy = await copyOfProject();
  cleanUp.push(() => rm(copy, { recursive: true, force: true }));
  const data = await mkdtemp(path.join(tmpdir(), 'lintel-field-data-'));
  cleanUp.push(() => rm(data, { recursive: true, force: true }));
  const crm = await startCrmSandbox();
  cleanUp.push(() => crm.stop());
  const mail = await startMailServer();
  cleanUp.push(() => mail.stop());
  const before = await filesOf(copy);

  await insertBefore(path.join(copy, FIELDS), "  { column: 'page' },", ENTRY);
  await insertBefore(
    path.join(copy, MIGRATIONS),
    '    }),',
    "      '99-moon': addLeadColumns('moon_phase'),\n",
  );

  const after = await filesOf(copy);
  const changed = [...after].filter(([file, text]) => before.get(file) !== text).map(([file]) => file);
  expect(changed.toSorted()).toEqual([MIGRATIONS, FIELDS]);
  const types = {
    extends: './tsconfig.json',
    include: ['server', 'src', 'blocks'],
    exclude: ['**/*.test.ts', '**/*.test.tsx'],
  };
  const config = path.join(copy, 'tsconfig.field.json');
  await writeFile(config, JSON.stringify(types));
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [tsc, '--noEmit', '--checkers', '1', '-p', config], { cwd: copy });

  const site = await startDevelopment(copy, {
    DATA_DIR: data,
    ...crm.settings,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'site@homes.test',
    AGENT_ALERT_TO: 'agent@homes.test',
  });
  cleanUp.push(() => site.stop());
  const operator = await makeFirstOperator(site, data);
  // The field is among those that the site offers to create in the CRM.
  const fields = await operator.send('POST', '/api/ghl/custom-fields', undefined);
  expect((await fields.json()).created).toContain('moon_phase');

  // Without JavaScript, so that the server renders, validates and sends the form.
  const page = await fetch(`${site.url}/contact`);
  const { window } = new JSDOM(await page.text());
  const input = window.document.querySelector<HTMLSelectElement>('[name="moonPhase"]');
  const form = input?.form;
  if (!form) throw new Error('The contact form does not ask for the field.');
  expect(input.labels[0]?.textContent).toContain('Under which moon?');
  const values: Record<string, string> = {};
  for (const [name, value] of new window.FormData(form)) if (typeof value === 'string') values[name] = value;
  const post = (moonPhase: string) =>
    fetch(`${site.url}/contact`, {
      method: 'POST',
      headers: { origin: site.url },
      body: new URLSearchParams({
        ...values,
        firstName: 'Wren',
        lastName: 'Ashdown',
        email: 'wren.ashdown@example.com',
        moonPhase,
      }),
    });
  expect((await post('Half')).status).toBe(422);
  const thanks = await post('Full');
  expect(thanks.status).toBe(200);
  // The thank-you card repeats the answer.
  expect(new JSDOM(await thanks.text()).window.document.querySelector('main')?.textContent).toMatch(
    /MoonFull/,
  );

  const database = new DatabaseSync(path.join(data, DATABASE_FILE), { readOnly: true });
  cleanUp.push(() => Promise.resolve(database.close()));
  expect(database.prepare('select moon_phase from leads').all()).toMatchObject([{ moon_phase: 'Full' }]);

  await expect.poll(() => crm.state.notes[0]?.body).toContain(`${LABEL}: Full`);
  const [contact] = crm.state.contacts.values();
  expect(contact?.customFields.map(({ value }) => value)).toContain('Full');
  await expect
    .poll(() => crm.state.triggerCalls.at(-1)?.body)
    .toMatchObject({ customData: { moon_phase: 'Full' } });
  await expect.poll(() => mail.mails.join('\n')).toContain(`${LABEL}: Full`);

  const list: LeadList = await (await operator.fetch('/api/admin/leads')).json();
  const story = await (await operator.fetch(`/api/admin/leads/${list.rows[0]?.id}`)).json();
  expect(story).toMatchObject({ moonPhase: 'Full' });
  const shown: typeof import('../../src/contracts/leads/lead-fields.ts') = await import(
    path.join(copy, FIELDS)
  );
  expect(shown.shownFields('answers', story)).toContainEqual([LABEL, 'Full']);
  const csv = await (await operator.fetch('/api/admin/leads/export.csv')).text();
  const [header = '', row = ''] = csv.split('\r\n');
  expect(row.split(',')[header.split(',').indexOf('"moon_phase"')]).toBe('"Full"');
});
