import { afterEach, expect, test } from 'vitest';
import { headerOf, startMailServer, type MailServer } from './mail/mail-server.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { signIn } from './sign-in.ts';

let mail: MailServer | undefined;
let app: RunningApp | undefined;
afterEach(async () => {
  await app?.stop();
  await mail?.stop();
  mail = undefined;
});

/** Asks the site for a test e-mail. Returns the status and the body of its answer. */
async function ask(settings: Record<string, string>): Promise<[number, unknown]> {
  app = await runApp(settings);
  const operator = await signIn(app);
  const answer = await operator.send('POST', '/api/admin/test-mail', {});
  return [answer.status, await answer.json()];
}

const settingsOf = ({ port }: MailServer) => ({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'site@homes.test',
  AGENT_ALERT_TO: 'agent@homes.test, office@homes.test',
});

test('a test e-mail goes to those who get the alerts, and is in the audit log', async () => {
  mail = await startMailServer();
  expect(await ask(settingsOf(mail))).toEqual([200, { to: ['agent@homes.test', 'office@homes.test'] }]);
  const [sent = '', ...others] = mail.mails;
  expect(others).toEqual([]);
  expect(headerOf(sent, 'To')).toBe('agent@homes.test, office@homes.test');
  expect(headerOf(sent, 'Subject')).toBe('Test: e-mails about leads arrive here');
  expect(sent).toContain('Olive Operator');
  const audit = await app?.database.query.selectFrom('audit').select('action').execute();
  expect(audit).toContainEqual({ action: 'test-mail-sent' });
});

test('says which setting to correct if the test e-mail cannot be sent', async () => {
  expect(await ask({})).toEqual([422, { error: expect.stringContaining('Set SMTP_URL') }]);
  await app?.stop();
  mail = await startMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('office') ? new Error('Unknown.') : null),
  });
  expect(await ask(settingsOf(mail))).toEqual([
    422,
    { error: expect.stringContaining('refused 1 of 2 recipients. Correct AGENT_ALERT_TO.') },
  ]);
});
