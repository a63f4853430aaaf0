import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../browser/support/launch-browser.ts';
import { startSite, type Site } from '../browser/support/start-site.ts';
import { startCrmSandbox, type CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { startFakeSite } from '../server/support/fake-site.ts';
import { timeLimit } from '../setup/time-limits.ts';
import { countInPage, countInProcess, type TakeFiles } from './files-that-run.ts';

const WAIT_LIMIT_MS = timeLimit(120_000);
/** How long the CRM must get no request until a delivery counts as finished. */
const CRM_QUIET_MS = 1000;
/** How long background work, such as rendering ahead and indexing, gets to end. */
const SETTLING_MS = timeLimit(3000);
/** A form that is sent sooner is quarantined. */
const READING_MS = 2500;
const FIRST_RUN = 1;
/** Each journey is made this often. What ran in some of them only is background work. */
const RUNS = [FIRST_RUN, 2, 3];

const LAYOUT = [
  { block: 'hero', key: 'hero' },
  { block: 'prose', key: 'text' },
  { block: 'faq', key: 'questions' },
  { block: 'contact-form', key: 'contact' },
];

/** The journeys that are measured. */
export const JOURNEY_NAMES = [
  'a stored page',
  'a first render',
  'a lead until the CRM',
  'a builder save until a page',
] as const;
export type JourneyName = (typeof JOURNEY_NAMES)[number];
/** The files that run in each journey, sorted. */
export type JourneyFiles = Record<JourneyName, readonly string[]>;

interface Setting {
  site: Site;
  crm: CrmSandbox;
  browser: Browser;
  takeServer: TakeFiles;
  dataDir: string;
}

/**
 * Makes each journey on a server that runs from its sources, with a fake WordPress and the CRM sandbox, and lists the
 * files that run in the server and in the browser. The plugin's PHP is not part of the lists, because no PHP runs.
 */
export async function measureJourneys(): Promise<JourneyFiles> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-journeys-'));
  const [wordpress, crm, browser] = await Promise.all([startFakeSite(), startCrmSandbox(), launchBrowser()]);
  for (const run of RUNS) {
    wordpress.add('pages', { id: run, slug: pagePath(run).slice(1), acf: valuesOf(run) });
  }
  let site: Site | undefined;
  let inspector: Awaited<ReturnType<typeof countInProcess>> | undefined;
  try {
    site = await startSite(
      {
        ...wordpress.env,
        ...crm.settings,
        DATA_DIR: dataDir,
        CONTENT_MAX_AGE: '3600',
        LEAD_RATE_LIMIT: '1000',
      },
      { nodeFlags: ['--inspect=127.0.0.1:0'], script: ['server/main.ts', '--dev'] },
    );
    // Requested before counting starts, so that Vite has loaded the views.
    await untilOk(`${site.url}/`);
    inspector = await countInProcess(site.log());
    const setting: Setting = { site, crm, browser, takeServer: inspector.take, dataDir };
    await delay(SETTLING_MS);
    const firstRender = await inAllRuns((run) => visitPage(setting, run));
    await delay(SETTLING_MS);
    return {
      'a stored page': await inAllRuns(async (run) => {
        // A change of any file in the project makes the development server render the page again.
        await visitPage(setting, run);
        return visitPage(setting, run);
      }),
      'a first render': firstRender,
      'a lead until the CRM': await sendLeads(setting),
      'a builder save until a page': await saveInBuilder(setting),
    };
  } finally {
    inspector?.close();
    await browser.close();
    await site?.stop();
    await Promise.all([wordpress.stop(), crm.stop(), rm(dataDir, { recursive: true, force: true })]);
  }
}

const pagePath = (run: number) => `/measured-page-${run}`;

function valuesOf(run: number): Record<string, unknown> {
  return {
    page_layout: JSON.stringify(LAYOUT),
    hero_title: `Measured title ${run}`,
    text_title: `Measured text ${run}`,
    text_content: '<p>A paragraph.</p>',
    questions_title: 'Measured questions',
    questions_items: [{ question: 'A question?', answer: '<p>An answer.</p>' }],
  };
}

/** Returns the files that ran in every run, sorted. */
async function inAllRuns(journey: (run: number) => Promise<Set<string>>): Promise<string[]> {
  let files: string[] | undefined;
  for (const run of RUNS) {
    const these = await journey(run);
    files = files?.filter((file) => these.has(file)) ?? [...these];
  }
  return (files ?? []).sort();
}

/** Requests a page. The first request renders it, and every later one gets the stored page. */
async function visitPage({ site, takeServer }: Setting, run: number): Promise<Set<string>> {
  await takeServer();
  const response = await fetch(site.url + pagePath(run));
  const html = await response.text();
  const files = await takeServer();
  if (!html.includes(`Measured title ${run}`))
    throw new Error(`${pagePath(run)}: ${response.status} ${html}`);
  return files;
}

/** Fills in a form that is hydrated, until the CRM has the contact with tags and note. */
async function sendLeads({ site, crm, browser, takeServer }: Setting): Promise<string[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const visit = async (run: number) => {
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT_LIMIT_MS);
    await page.goto(site.url + pagePath(run));
    const form = page.locator('[id="contact"] form');
    await form.scrollIntoViewIfNeeded();
    await page.waitForFunction(() => {
      const element = document.querySelector('[id="contact"] form');
      return element !== null && Object.keys(element).some((key) => key.startsWith('__react'));
    });
    await delay(READING_MS);
    return { page, form };
  };
  // Vite bundles packages when a page first asks for them, and then reloads it.
  await (await visit(FIRST_RUN)).page.close();
  const files = await inAllRuns(async (run) => {
    const { page, form } = await visit(run);
    const takePage = await countInPage(page);
    await takeServer();
    const email = `measured-${run}@example.com`;
    await form.getByLabel('First name').fill('Ada');
    await form.getByLabel('Last name').fill('King');
    await form.getByLabel(/^E-mail/).fill(email);
    await form.getByLabel(/^Phone/).fill(`515555014${run}`);
    await form.getByRole('button', { name: 'Send my message' }).click();
    await page.getByText('Your message has been received.').first().waitFor();
    await until(`the CRM has ${email}`, () =>
      [...crm.state.contacts.values()].some((each) => each.email === email),
    );
    let requests = -1;
    while (requests !== crm.state.requests.length) {
      requests = crm.state.requests.length;
      await delay(CRM_QUIET_MS);
    }
    const ran = new Set([...(await takeServer()), ...(await takePage())]);
    await page.close();
    return ran;
  });
  await context.close();
  return files;
}

/** Drags a section in the page builder and publishes the page, until a visitor gets it. */
async function saveInBuilder({ site, browser, takeServer, dataDir }: Setting): Promise<string[]> {
  const context = await signedIn(browser, site.url, dataDir);
  const open = async (run: number) => {
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT_LIMIT_MS);
    await page.goto(`${site.url}/admin/pages${pagePath(run)}`);
    await sectionsOf(page)
      .nth(LAYOUT.length - 1)
      .waitFor();
    // The hints check the page when it has been open for a moment.
    await delay(READING_MS);
    return page;
  };
  await (await open(FIRST_RUN)).close();
  const files = await inAllRuns(async (run) => {
    const page = await open(run);
    const takePage = await countInPage(page);
    await takeServer();
    await dragFirstSection(page);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('status').filter({ hasText: 'Live on the site' }).first().waitFor();
    await until('visitors get the new order', async () => {
      const html = await (await fetch(site.url + pagePath(run))).text();
      const body = html.slice(html.indexOf('<main'));
      return body.indexOf(`Measured text ${run}`) < body.indexOf(`Measured title ${run}`);
    });
    const ran = new Set([...(await takeServer()), ...(await takePage())]);
    await page.close();
    return ran;
  });
  await context.close();
  return files;
}

const sectionsOf = (page: Page) => page.frameLocator('iframe').first().locator('[data-section]');

/** Drags the first section of the canvas below the second. */
async function dragFirstSection(page: Page): Promise<void> {
  const from = await sectionsOf(page).first().boundingBox();
  if (!from) throw new Error('The first section is not on the canvas.');
  const at = { x: from.x + from.width / 2, y: from.y + Math.min(from.height / 2, 60) };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  for (let step = 1; step <= 60; step += 1) {
    await page.mouse.move(at.x, at.y + step * 10);
    await delay(16);
  }
  await page.mouse.up();
  await page.waitForFunction(() => {
    const first = document.querySelector('iframe')?.contentDocument?.querySelector('[data-section]');
    return first !== undefined && first?.getAttribute('data-section') !== 'hero';
  });
}

/** Signs in the first operator, with the link that the server writes to its data folder at its first start. */
async function signedIn(browser: Browser, url: string, dataDir: string): Promise<BrowserContext> {
  let token: string | undefined;
  await until('the first link is written', async () => {
    token = /#(\S+)/.exec(await readFile(path.join(dataDir, 'first-sign-in'), 'utf8').catch(() => ''))?.[1];
    return token !== undefined;
  });
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const response = await context.request.post(`${url}/api/operators/link/use`, {
    headers: { origin: url },
    data: { token, name: 'Olive Operator', email: 'olive@example.com', password: 'four plain words here' },
  });
  if (!response.ok()) throw new Error(`The first account: ${response.status()} ${await response.text()}`);
  return context;
}

const untilOk = (url: string) => until(`${url} responds`, async () => (await fetch(url)).ok);

/** Waits until a condition holds. Throws an error that names it if it does not in time. */
async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + WAIT_LIMIT_MS;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Not within ${WAIT_LIMIT_MS / 1000} s: ${what}.`);
    await delay(100);
  }
}
