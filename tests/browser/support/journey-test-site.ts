import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import { startCrmSandbox, type CrmSandbox } from '../../crm-sandbox/crm-sandbox.ts';
import type { Contact } from '../../crm-sandbox/sandbox.ts';
import { DATABASE_FILE } from '../../../server/database/engines/open-sqlite.ts';
import { visitForm } from './form-visit.ts';
import { inTerminal } from './in-terminal.ts';
import { workerBrowser } from './worker-browser.ts';
import { openOperatorTabs, type OperatorTabs } from './operator-tabs.ts';
import { faultsOf } from './page-checks.ts';
import { startSite, type Site } from './start-site.ts';

/** A visitor who fills in the contact form. */
interface Person {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
}

/**
 * A site after its first start in a terminal, before any operator has signed in. It comes with a CRM sandbox and a
 * browser.
 */
export interface JourneyTestSite {
  browser: Browser;
  operator: OperatorTabs;
  site: Site;
  crm: CrmSandbox;
  dataDir: string;
  /** Returns the log entries. Excludes other output on the terminal. */
  logLines(): readonly string[];
  contactOf(person: Pick<Person, 'email'>): Contact | undefined;
  /** Submits the contact form of a page as a visitor, in a separate browser context. */
  leaveLead(person: Person, page: string): Promise<void>;
  /** Sends a CRM webhook about a person's contact, and returns the status of the site's response. */
  tellOf(
    person: Person,
    event: string,
    change: Record<string, unknown>,
    sign?: 'wrong',
  ): Promise<number | null>;
  /** Deletes all operator sessions from the database and returns their number. */
  endSessions(): number;
  stop(): Promise<void>;
}

/**
 * Starts the site, the CRM sandbox and the browser. The site gets the sandbox's settings except the token, because
 * tests connect it by OAuth.
 */
export async function startJourneyTestSite(): Promise<JourneyTestSite> {
  const browser = await workerBrowser();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-test-site-'));
  const crm = await startCrmSandbox();
  const { GHL_API_KEY: _key, ...settings } = crm.settings;
  const site = await startSite({ ...settings, DATA_DIR: dataDir }, { prefix: inTerminal });
  const contactOf: JourneyTestSite['contactOf'] = ({ email }) =>
    [...crm.state.contacts.values()].find((contact) => contact.email === email);
  return {
    browser,
    operator: await openOperatorTabs(browser, site.url),
    site,
    crm,
    dataDir,
    contactOf,
    logLines: () => site.log().match(/^\{.*\}\r?$/gm) ?? [],
    async leaveLead(person, page) {
      const place = { path: page, placement: 'contact', block: 'contact-form' } as const;
      const visit = await visitForm(browser, site.url, place);
      await visit.fillIn({ ...person });
      await visit.press('Send my message');
      await visit.section.getByText("Your message has been received. I'll contact you soon!").waitFor();
      expect(faultsOf(visit.page)).toEqual([]);
      await visit.page.close();
    },
    async tellOf(person, event, change, sign) {
      const { id, locationId, email, phone } = contactOf(person) ?? expect.fail('There is no such contact.');
      const { firstName, lastName } = person;
      const { status } = await crm.sendWebhook({
        event,
        url: `${site.url}/api/webhooks/ghl`,
        ...(sign ? { signature: sign } : {}),
        change: { id, locationId, email, phone, firstName, lastName, ...change },
      });
      return status;
    },
    endSessions() {
      const database = new DatabaseSync(path.join(dataDir, DATABASE_FILE), { timeout: 10_000 });
      const { changes } = database.prepare('delete from sessions').run();
      database.close();
      return Number(changes);
    },
    async stop() {
      await site.stop();
      await crm.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
