import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import { startCrmSandbox, type CrmSandbox } from '../../../server/crm/sandbox/crm-sandbox.ts';
import type { Contact } from '../../../server/crm/sandbox/sandbox-state.ts';
import { DATABASE_FILE } from '../../../server/database/open-sqlite.ts';
import { visitForm } from './form-visit.ts';
import { inTerminal } from './in-terminal.ts';
import { launchBrowser } from './launch-browser.ts';
import { openOperatorTabs, type OperatorTabs } from './operator-tabs.ts';
import { faultsOf } from './page-checks.ts';
import { startSite, type Site } from './start-site.ts';

/** Who fills in a contact form. */
interface Person {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
}

/** A site as an operator finds it after the first start, in a terminal, beside a CRM sandbox, with a browser. */
export interface House {
  browser: Browser;
  operator: OperatorTabs;
  site: Site;
  crm: CrmSandbox;
  dataDir: string;
  /** The lines of the log; a terminal shows others too. */
  logLines(): readonly string[];
  contactOf(person: Pick<Person, 'email'>): Contact | undefined;
  /** A visitor, in a browser of their own, sends the contact form of a page. */
  leaveLead(person: Person, page: string): Promise<void>;
  /** The CRM sends an event about a person's contact; answers what the site answered. */
  tellOf(
    person: Person,
    event: string,
    change: Record<string, unknown>,
    sign?: 'wrong',
  ): Promise<number | null>;
  /** Ends all operators' sessions in the database. Answers how many there were. */
  endSessions(): number;
  stop(): Promise<void>;
}

/** Starts all of it. The site has the settings that the sandbox prints, but for the token: it is to be connected by OAuth. */
export async function startHouse(): Promise<House> {
  const browser = await launchBrowser();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-house-'));
  const crm = await startCrmSandbox();
  const { GHL_API_KEY: _key, ...settings } = crm.settings;
  const site = await startSite({ ...settings, DATA_DIR: dataDir }, { prefix: inTerminal });
  const contactOf: House['contactOf'] = ({ email }) =>
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
      await visit.fillIn({ ...person, inquiryType: 'buying' });
      await visit.press('Send Message');
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
      await browser.close();
      await site.stop();
      await crm.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
