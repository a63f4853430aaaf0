import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_FILE } from '../../server/database/engines/open-sqlite.ts';
import builtInSettings from '../../fixtures/site-settings.json' with { type: 'json' };
import type { BlockListResponse } from '../../src/contracts/operators/block-catalogue.ts';
import type { LeadListResponse } from '../../src/contracts/operators/operator-leads.ts';
import type { BuilderPage, SavePageRequest } from '../../src/contracts/operators/page-builder.ts';
import { makeFirstOperator } from '../browser/support/operator-test-site.ts';
import type { Site } from '../browser/support/start-site.ts';
import { startCrmSandbox, type CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { timeLimit } from '../setup/time-limits.ts';
import { startMailServer } from './mail/mail-server.ts';
import { fieldsOf, parseHtml } from './read-page.ts';
import { replaceIn } from './recipes/edit-copy.ts';
import { addFieldKind, FIELD_KIND_FILES, KIND_FILE, KIND_LIST } from './recipes/field-kind.ts';
import { addLeadField, LEAD_FIELD_FILES, LEAD_FIELD_LABEL } from './recipes/lead-field.ts';
import { addOperatorCall, CALL_SCREEN, OPERATOR_CALL_FILES } from './recipes/operator-call.ts';
import { addSiteSetting, SETTING_CONSUMER, SITE_SETTING_FILES } from './recipes/site-setting.ts';
import { removeVariants, VARIANT_EDIT_FILES } from './recipes/variants-removal.ts';
import type { OperatorClient } from './sign-in.ts';
import { copyOfProject, filesOf, startDevelopment } from './support/project-copy.ts';
import { runInCopy } from './support/run-in-copy.ts';

/*
 * Performs recipes of CONTRIBUTING.md in one copy of the project, because compiling and starting a copy takes long. The
 * tests depend on the ones before them: they use the site, then add a block to it, stop it, and compile the result.
 */

/** The time limit is long, because the tests start compilers, a test runner and the site from its sources. */
const LIMIT = timeLimit(600_000);
/** The site restarts when a file is written, which takes a minute on a busy machine. */
const RESTARTED = { timeout: timeLimit(300_000) };
const BLOCK = 'blocks/zebra-fixture';
/** One field of each kind that `npm run new-block` offers. */
const BLOCK_FIELDS = 'text:richText note photo:image visit:link guests:number indoors:toggle rooms:list';
const PAGE = '/about';

const cleanUp: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const step of cleanUp.toReversed()) await step();
});

let copy: string;
let data: string;
let crm: CrmSandbox;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let site: Site;
let operator: OperatorClient;
/** The files that each recipe changed or added. */
const changed: Record<string, readonly string[]> = {};

/** Performs a step, and returns the files that it changed or added. */
async function changedBy(step: () => Promise<void>): Promise<string[]> {
  const before = await filesOf(copy);
  await step();
  const after = await filesOf(copy);
  return [...after.keys()].filter((file) => before.get(file) !== after.get(file)).toSorted();
}

/** Returns the compiler's errors. */
async function compile(config: string): Promise<string> {
  return runInCopy(copy)('typescript/bin/tsc', '--checkers', '1', '-p', config).then(
    () => '',
    (error: unknown) => String(Object(error).stdout),
  );
}

beforeAll(async () => {
  copy = await copyOfProject();
  cleanUp.push(() => rm(copy, { recursive: true, force: true }));
  data = await mkdtemp(path.join(tmpdir(), 'lintel-recipes-data-'));
  cleanUp.push(() => rm(data, { recursive: true, force: true }));
  crm = await startCrmSandbox();
  cleanUp.push(() => crm.stop());
  mail = await startMailServer();
  cleanUp.push(() => mail.stop());

  changed['lead field'] = await changedBy(() => addLeadField(copy));
  changed['operator call'] = await changedBy(() => addOperatorCall(copy));
  changed['site setting'] = await changedBy(() => addSiteSetting(copy));
  changed['field kind'] = await changedBy(() => addFieldKind(copy));

  site = await startDevelopment(copy, {
    DATA_DIR: data,
    ...crm.settings,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'site@homes.test',
    AGENT_ALERT_TO: 'agent@homes.test',
  });
  cleanUp.push(() => site.stop());
  operator = await makeFirstOperator(site, data);
}, LIMIT);

it('a lead field takes its entry and a migration: two files, from the form to the CRM', async () => {
  expect(changed['lead field']).toEqual(LEAD_FIELD_FILES);
  // The field is among those that the site offers to create in the CRM.
  const fields = await operator.send('POST', '/api/ghl/custom-fields', undefined);
  expect((await fields.json()).created).toContain('moon_phase');

  // Without JavaScript, so that the server renders, validates and sends the form.
  const page = await fetch(`${site.url}/contact`);
  const input = parseHtml(await page.text()).querySelector<HTMLSelectElement>('[name="moonPhase"]');
  const form = input?.form;
  if (!form) throw new Error('The contact form does not ask for the field.');
  expect(input.labels[0]?.textContent).toContain('Under which moon?');
  const values = fieldsOf(form);
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
  expect(parseHtml(await thanks.text()).querySelector('main')?.textContent).toMatch(/MoonFull/);

  const database = new DatabaseSync(path.join(data, DATABASE_FILE), { readOnly: true });
  try {
    expect(database.prepare('select moon_phase from leads').all()).toMatchObject([{ moon_phase: 'Full' }]);
  } finally {
    database.close();
  }

  await expect.poll(() => crm.state.notes[0]?.body).toContain(`${LEAD_FIELD_LABEL}: Full`);
  const [contact] = crm.state.contacts.values();
  expect(contact?.customFields.map(({ value }) => value)).toContain('Full');
  await expect
    .poll(() => crm.state.triggerCalls.at(-1)?.body)
    .toMatchObject({ customData: { moon_phase: 'Full' } });
  await expect.poll(() => mail.mails.join('\n')).toContain(`${LEAD_FIELD_LABEL}: Full`);

  const leads: LeadListResponse = await (await operator.fetch('/api/admin/leads')).json();
  const story = await (await operator.fetch(`/api/admin/leads/${leads.rows[0]?.id}`)).json();
  expect(story).toMatchObject({ moonPhase: 'Full' });
  const shown: typeof import('../../src/contracts/leads/lead-fields.ts') = await import(
    path.join(copy, 'src/contracts/leads/lead-fields.ts')
  );
  expect(shown.shownLeadFields('answers', story)).toContainEqual([LEAD_FIELD_LABEL, 'Full']);
  const csv = await (await operator.fetch('/api/admin/leads/export.csv')).text();
  const [header = '', row = ''] = csv.split('\r\n');
  expect(row.split(',')[header.split(',').indexOf('"moon_phase"')]).toBe('"Full"');
  // The thread that sanitizes HTML also works under `node --watch`.
  expect(site.log()).not.toContain('sanitiser-failed');
});

it('an operator’s call takes its definition, its handler and its use on a screen: three files', async () => {
  expect(changed['operator call']).toEqual(OPERATOR_CALL_FILES);
  const address = '/api/admin/greetings/Ann';
  expect((await fetch(site.url + address, { method: 'POST' })).status).toBe(401);
  const refused = await operator.send('POST', address, { times: 0 });
  expect([refused.status, await refused.json()]).toEqual([422, { error: 'Greet at least once.' }]);
  const greeted = await operator.send('POST', address, { times: 2 });
  const greeting = expect.stringMatching(/ greets Ann\.$/);
  expect([greeted.status, await greeted.json()]).toEqual([200, { greetings: [greeting, greeting] }]);
});

// `tests/wordpress/settings-screen.test.ts` tests the plugin's side.
it('a site setting needs a change to its schema only', async () => {
  expect(changed['site setting']).toEqual(SITE_SETTING_FILES);
  const { siteSettingsSchema }: typeof import('../../src/contracts/site-settings.ts') = await import(
    path.join(copy, 'src/contracts/site-settings.ts')
  );
  const { normaliseSettings }: typeof import('../../server/content/normalise/normalise-settings.ts') =
    await import(path.join(copy, 'server/content/normalise/normalise-settings.ts'));
  const { describeSections }: typeof import('../../server/content/describe-sections.ts') = await import(
    path.join(copy, 'server/content/describe-sections.ts')
  );

  const sample = siteSettingsSchema.parse(builtInSettings);
  const read = (raw: object) => normaliseSettings(sample, raw);
  const { settings } = read({
    agent: { ...sample.agent, motto: 'Home.' },
    parking: { where: 'Behind the office' },
  });
  expect(settings).toMatchObject({ agent: { motto: 'Home.' }, parking: { where: 'Behind the office' } });
  expect(read({ parking: { where: '' } }).faults.join()).toContain('Site settings › parking.where');
  expect(describeSections(new Map(), { pages: new Map() }).settings['properties']).toMatchObject({
    agent: { properties: { motto: { type: 'string', title: 'Motto' } } },
    parking: {
      title: 'Parking',
      properties: { where: { title: 'Where', minLength: 1 } },
      required: ['where'],
    },
  });
});

it('a field kind needs its own file and its line in three others', async () => {
  expect(changed['field kind']).toEqual(FIELD_KIND_FILES);
  type FieldFunctions = typeof import('../../src/builder/fields.ts');
  const { time, list, text }: FieldFunctions & { time: FieldFunctions['text'] } = await import(
    path.join(copy, 'src/builder/fields.ts')
  );
  const { defineBlock }: typeof import('../../src/builder/block.ts') = await import(
    path.join(copy, 'src/builder/block.ts')
  );
  const { fieldKindOf }: typeof import('../../src/builder/kinds/field-kinds.ts') = await import(
    path.join(copy, KIND_LIST)
  );
  const { puckFields }: typeof import('../../src/operator/builder/fields/kind-inputs.tsx') = await import(
    path.join(copy, 'src/operator/builder/fields/kind-inputs.tsx')
  );
  const { describeSections }: typeof import('../../server/content/describe-sections.ts') = await import(
    path.join(copy, 'server/content/describe-sections.ts')
  );
  const { createLinkResolver }: typeof import('../../server/content/paths/site-links.ts') = await import(
    path.join(copy, 'server/content/paths/site-links.ts')
  );
  const { normaliseValue }: typeof import('../../server/content/normalise/normalise-value.ts') = await import(
    path.join(copy, 'server/content/normalise/normalise-value.ts')
  );
  const { exampleValues }: typeof import('../../server/operators/pages/catalogue/example-values.ts') =
    await import(path.join(copy, 'server/operators/pages/catalogue/example-values.ts'));

  // The new kind everywhere that a block can have it.
  const label = 'Begin';
  const begin = time({ label });
  const visits = list({ label: 'Visits', row: { begin, name: text({ label: 'Name' }) } });
  const fields = { begin, visits };
  const context = {
    media: new Map(),
    links: createLinkResolver([]),
    html: ({ html }: { html: string }) => html,
  };
  const picture = { url: '/scenes/porch.svg', width: 600, height: 800, alt: '' };
  expect(normaliseValue(begin, ' 09:30 ', context)).toEqual({ value: '09:30', faults: [] });
  expect(normaliseValue(visits, [{ begin: '09:30' }], context).value).toEqual({
    rows: [{ begin: '09:30' }],
  });
  expect(normaliseValue(begin, 'noon', context).faults).toHaveLength(1);
  expect(normaliseValue(visits, [{ begin: 'noon', name: 'A' }], context).faults[0]).toMatch(
    /^row 1, begin: /,
  );
  expect(exampleValues('longest', fields, picture)).toMatchObject({
    begin: '23:59',
    visits: Array.from({ length: 12 }, () => ({ begin: '23:59' })),
  });
  expect(fieldKindOf(visits).searchTexts(visits, { rows: [{ begin: '09:30' }] })).toEqual(['09:30']);
  expect(puckFields(fields)).toMatchObject({
    begin: { type: 'custom', label },
    visits: { arrayFields: { begin: { type: 'custom', label } } },
  });
  const block = defineBlock({ id: 'visits', title: 'Visits', description: 'Visits.', fields });
  const known = describeSections(new Map([[block.id, block]]), { pages: new Map() });
  expect(known.blocks['visits']?.fields).toMatchObject([{ kind: 'time' }, { row: [{ kind: 'time' }, {}] }]);
  expect(known.kinds).toMatchObject({
    time: { name: 'line', type: 'time', format: { fault: expect.any(String) } },
  });
});

it('a block needs only the files that npm run new-block writes', { timeout: LIMIT }, async () => {
  const node = runInCopy(copy);
  const newBlock = (...answers: string[]) =>
    node(path.join(copy, 'server/content/new-block/new-block-command.ts'), ...answers);
  /** Returns the body of a response; null while the site restarts. */
  const read = async <Body>(address: string): Promise<Body | null> => {
    const answer = await operator.fetch(address).catch(() => null);
    return answer?.ok ? answer.json() : null;
  };

  const files = await changedBy(async () => {
    await newBlock('Zebra fixture', BLOCK_FIELDS);
    const folder = path.join(copy, BLOCK);
    expect((await readdir(folder)).toSorted()).toEqual(['block.ts', 'view.test.tsx', 'view.tsx']);
    const written = await readFile(path.join(folder, 'block.ts'), 'utf8');
    await expect(newBlock('Zebra Fixture', 'note')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is a block "zebra-fixture" already. Choose another title'),
    });
    expect(await readFile(path.join(folder, 'block.ts'), 'utf8')).toBe(written);

    // The running site offers the block in the catalogue, in the builder and to WordPress's edit screen.
    const catalogue = async () =>
      (await read<BlockListResponse>('/api/admin/blocks'))?.blocks.map(
        ({ group, title }) => `${group}: ${title}`,
      );
    await expect.poll(catalogue, RESTARTED).toContain('Text and pictures: Zebra fixture');
    await expect
      .poll(() => read('/api/content/sections'), RESTARTED)
      .toHaveProperty('blocks.zebra-fixture.title', 'Zebra fixture');
    // An open page can reload itself, because the policy allows the worker in which Vite's client waits for the site.
    const { headers } = await operator.fetch('/admin/blocks');
    expect(headers.get('content-security-policy')).toContain("worker-src 'self' blob:");
    const opened = await read<BuilderPage>(`/api/admin/pages/page?at=${encodeURIComponent(PAGE)}`);
    if (!opened) throw new Error(`${PAGE} cannot be opened in the builder.`);
    const { puckConfig }: typeof import('../../src/operator/builder/puck-config.tsx') = await import(
      path.join(copy, 'src/operator/builder/puck-config.tsx')
    );
    const { components } = puckConfig(new Map(opened.blocks.map((block) => [block.id, block])));
    expect(components['zebra-fixture']).toMatchObject({
      label: 'Zebra fixture',
      fields: { guests: { type: 'custom' } },
    });

    const { at, modified, digest, layout } = opened.page;
    const change: SavePageRequest = {
      at,
      base: modified,
      digest,
      layout: [...layout, { block: 'zebra-fixture', key: 'visit' }],
      values: { visit_guests: 12 },
      publish: true,
    };
    const saved = await operator.send('POST', '/api/admin/pages/save', change);
    expect([saved.status, await saved.text()]).toEqual([200, expect.any(String)]);
    const visitor = async () => {
      const answer = await fetch(`${site.url}${PAGE}`).catch(() => null);
      return (await answer?.text())?.replaceAll('<!-- -->', '');
    };
    await expect.poll(visitor, RESTARTED).toMatch(/id="visit"[^]*Guests: 12/);
  });
  expect(files).toEqual([`${BLOCK}/block.ts`, `${BLOCK}/view.test.tsx`, `${BLOCK}/view.tsx`]);
  await site.stop();

  await node('oxlint/bin/oxlint', '--deny-warnings', BLOCK);
  await node('prettier/bin/prettier.cjs', '--check', BLOCK);
  await node('vitest/vitest.mjs', 'run', '--config=tests/vitest.config.ts', '--project=component', BLOCK);
});

it('the compiler names what is missing', { timeout: LIMIT }, async () => {
  const config = {
    extends: './tsconfig.json',
    include: ['src/ui/theme/theme.ts', 'src/builder/kinds', CALL_SCREEN],
  };
  await writeFile(path.join(copy, 'tsconfig.missing.json'), JSON.stringify(config));
  const whole = await Promise.all(
    [KIND_LIST, KIND_FILE, CALL_SCREEN].map(async (name) => {
      const file = path.join(copy, name);
      return { file, text: await readFile(file, 'utf8') };
    }),
  );
  await replaceIn(copy, KIND_LIST, '\n  time: timeKind,', '');
  await replaceIn(copy, KIND_FILE, '\n  ...textKind,', '');
  // The screen knows the response from the definition.
  await replaceIn(copy, CALL_SCREEN, 'answer.greetings', 'answer.welcomes');
  const faults = await compile('tsconfig.missing.json');
  for (const { file, text } of whole) await writeFile(file, text);
  expect(faults).toContain("Property 'time' is missing");
  expect(faults).toMatch(/kinds\/time\.ts.*missing.*type 'FieldKindDefinition'.*normalise/);
  expect(faults).toContain("'welcomes'");
});

it(
  'everything that was added compiles, and so does the rest without layout variants',
  { timeout: LIMIT },
  async () => {
    await writeFile(path.join(copy, 'server/new-settings.ts'), SETTING_CONSUMER);
    // The second run checks only what depends on changes since the first.
    const config = {
      extends: './tsconfig.json',
      compilerOptions: { incremental: true, tsBuildInfoFile: 'all.tsbuildinfo' },
      include: ['server', 'src', 'blocks'],
      exclude: ['**/*.test.ts', '**/*.test.tsx'],
      files: [`${BLOCK}/view.test.tsx`],
    };
    await writeFile(path.join(copy, 'tsconfig.all.json'), JSON.stringify(config));
    expect(await compile('tsconfig.all.json')).toBe('');

    expect(await changedBy(() => removeVariants(copy))).toEqual(VARIANT_EDIT_FILES.toSorted());
    expect(await compile('tsconfig.all.json')).toBe('');
  },
);
