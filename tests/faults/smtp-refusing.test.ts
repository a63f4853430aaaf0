import type { SMTPServerOptions } from 'smtp-server';
import { expect, test } from 'vitest';
import { startCrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { readDeliverySummary } from '../../server/leads/manage/delivery-summary.ts';
import { retryDeliveries } from '../../server/leads/manage/change-lead.ts';
import { startMailServer } from '../server/mail/mail-server.ts';
import { runApp } from '../server/running-app.ts';
import { compareWithCrm } from './support/crm-figures.ts';
import { compareWithStore, startCrowd } from './support/lead-crowd.ts';
import { printFigures } from './support/print-figures.ts';

const PEOPLE = 5;

test('a mail server that refuses, then hangs, then is back: leads are stored, the CRM has them, every alert goes out', async () => {
  let mode: 'refuse' | 'hang' | 'take' = 'refuse';
  const options: SMTPServerOptions = {
    onRcptTo(_address, _session, done) {
      if (mode === 'take') done();
      // In `hang` mode, the server never responds.
      else if (mode === 'refuse')
        done(Object.assign(new Error('No such mailbox here'), { responseCode: 550 }));
    },
  };
  const mail = await startMailServer(options);
  const crm = await startCrmSandbox({ limits: { burst: 1_000_000, daily: 10_000_000 } });
  const { HIGHLEVEL_API_BASE, GHL_API_KEY, GHL_LOCATION_ID } = crm.settings;
  const app = await runApp(
    {
      TRUST_PROXY: '1',
      LEAD_RATE_LIMIT: '1000000',
      HIGHLEVEL_API_BASE,
      GHL_API_KEY,
      GHL_LOCATION_ID,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      AGENT_ALERT_TO: 'agent@agency.test',
    },
    undefined,
    { deliver: true },
  );
  const { query } = app.database;
  const emails: string[] = [];
  const send = async (name: string, first: number) => {
    const crowd = startCrowd({ urls: () => [app.url], browsers: 2, name, visitors: PEOPLE, first });
    await crowd.done;
    expect(await compareWithStore(app.database, crowd.acknowledged)).toEqual({ missing: [], doubled: [] });
    emails.push(...crowd.acknowledged.map(({ email }) => email));
  };
  const states = async (destination: 'crm' | 'alert') => {
    const rows = await query
      .selectFrom('deliveries')
      .select('state')
      .where('destination', '=', destination)
      .execute();
    return [...new Set(rows.map(({ state }) => state))];
  };
  const all = async (destination: 'crm' | 'alert', state: string) => {
    await expect.poll(() => states(destination), { interval: 200 }).toEqual([state]);
  };

  await send('refused', 0);
  await all('crm', 'delivered');
  await all('alert', 'attention');
  const { attention } = await readDeliverySummary(query);
  expect(attention.length).toBeGreaterThanOrEqual(PEOPLE);
  expect(new Set(attention.map(({ last_error }) => last_error))).toEqual(
    new Set([
      'The mail server refused the mail (answer 550). Check that sender and recipient exist and that the server may send for the sender (MAIL_FROM, AGENT_ALERT_TO).',
    ]),
  );
  expect(app.events()).toContainEqual(
    expect.objectContaining({ event: 'deliveries-need-attention', destination: 'alert' }),
  );
  mode = 'take';
  await retryDeliveries(app.database, app.now());
  await all('alert', 'delivered');
  const afterRefusing = mail.mails.length;

  mode = 'hang';
  await send('hanging', PEOPLE);
  const hungAt = performance.now();
  await all('crm', 'delivered');
  const crmAfter = performance.now() - hungAt;
  await expect
    .poll(
      () =>
        app
          .events()
          .filter(({ event, destination }) => event === 'delivery-failed' && destination === 'alert').length,
      { interval: 200 },
    )
    .toBeGreaterThan(0);
  mode = 'take';
  await all('alert', 'delivered');

  const told = (email: string) => mail.mails.some((one) => one.includes(email));
  printFigures('The mail server refuses, hangs, and is back', {
    people: new Set(emails).size,
    'alerts after it refused': afterRefusing,
    'alerts after it hung': mail.mails.length - afterRefusing,
    'ms until the CRM had the leads while it hung': Math.round(crmAfter),
  });
  expect([...new Set(emails)].filter((email) => !told(email))).toEqual([]);
  expect(compareWithCrm(crm, emails)).toEqual({ missing: [], doubled: [] });
  await app.stop();
  await crm.stop();
  await mail.stop();
});
