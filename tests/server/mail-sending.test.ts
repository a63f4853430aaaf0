import { afterEach, expect, test, vi } from 'vitest';
import { createSmtpClient, type SmtpClient } from '../../server/leads/mail/smtp-client.ts';
import { startMailServer, type MailServer } from './mail/mail-server.ts';
import { createServer, type Server } from 'node:net';
import { once } from 'node:events';

const MAIL = { from: 'site@agency.test', to: 'alex@agency.test', subject: 'Hello', text: 'Hello' };
const opened: { stop(): Promise<unknown> | void }[] = [];

afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.stop();
});

async function serve(options?: Parameters<typeof startMailServer>[0]): Promise<MailServer> {
  const server = await startMailServer(options);
  opened.push(server);
  return server;
}

function reach(url: string, timing?: Parameters<typeof createSmtpClient>[1]): SmtpClient {
  const smtp = createSmtpClient(url, timing);
  opened.push({ stop: () => smtp.close() });
  return smtp;
}

function answering(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

async function faultOf(sending: Promise<unknown>): Promise<unknown> {
  return sending.then(
    () => null,
    (error: unknown) => error,
  );
}

test('reuses its connection', async () => {
  let connections = 0;
  const server = await serve({
    onConnect(_session, done) {
      connections += 1;
      done();
    },
  });
  const smtp = reach(`smtp://127.0.0.1:${server.port}`);
  await smtp.send(MAIL);
  await smtp.send(MAIL);
  expect(server.mails).toHaveLength(2);
  expect(connections).toBe(1);
});

test('a rejected password is a permanent fault that names the setting', async () => {
  const server = await serve({
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(answering(535, '5.7.8 wrong password of alex@agency.test')),
  });
  const fault = await faultOf(reach(`smtp://alex:secret@127.0.0.1:${server.port}`).send(MAIL));
  expect(fault).toMatchObject({ name: 'DeliveryError', kind: 'lasting' });
  expect(String(fault)).toContain('SMTP_URL');
  expect(String(fault)).not.toMatch(/alex|secret/);
});

test.each([
  [450, 'transient'],
  [451, 'transient'],
  [550, 'lasting'],
  [553, 'lasting'],
])('a recipient rejected with %i causes a %s fault without the address', async (code, kind) => {
  const server = await serve({
    onRcptTo: (address, _session, done) => done(answering(code, `no <${address.address}>`)),
  });
  const fault = await faultOf(reach(`smtp://127.0.0.1:${server.port}`).send(MAIL));
  expect(fault).toMatchObject({ name: 'DeliveryError', kind });
  expect(String(fault)).toContain(String(code));
  expect(String(fault)).not.toContain('alex');
  expect(server.mails).toHaveLength(0);
});

test('a full mailbox, reported after the mail data, is transient', async () => {
  const server = await serve({
    onData(stream, _session, done) {
      stream.resume();
      stream.on('end', () => done(answering(452, 'full')));
    },
  });
  await expect(reach(`smtp://127.0.0.1:${server.port}`).send(MAIL)).rejects.toMatchObject({
    name: 'DeliveryError',
    kind: 'transient',
  });
});

test('one rejected recipient of two: the mail is sent, and the count says so', async () => {
  const server = await serve({
    onRcptTo: (address, _session, done) =>
      done(address.address.startsWith('gone') ? answering(550, 'gone') : null),
  });
  const smtp = reach(`smtp://127.0.0.1:${server.port}`);
  expect(await smtp.send({ ...MAIL, to: ['gone@agency.test', 'alex@agency.test'] })).toEqual({ refused: 1 });
  expect(server.mails).toHaveLength(1);
});

test('a refused connection is transient', async () => {
  const server = await startMailServer();
  await server.stop();
  await expect(reach(`smtp://127.0.0.1:${server.port}`).send(MAIL)).rejects.toMatchObject({
    name: 'DeliveryError',
    kind: 'transient',
  });
});

test('a silent server causes a transient fault', async () => {
  const silent: Server = createServer(() => {});
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  opened.push({ stop: () => void silent.close() });
  const address = silent.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  const smtp = reach(`smtp://127.0.0.1:${address.port}`, { connect: 150, silence: 150, whole: 5000 });
  await expect(smtp.send(MAIL)).rejects.toMatchObject({ name: 'DeliveryError', kind: 'transient' });
});

test('a server that stalls in the middle of a mail causes a transient fault', async () => {
  const server = await serve({ onRcptTo: () => {} });
  const smtp = reach(`smtp://127.0.0.1:${server.port}`, { connect: 5000, silence: 60_000, whole: 300 });
  await expect(smtp.send(MAIL)).rejects.toThrow('in time');
});

test('implicit TLS with a plain server, and an untrusted certificate, are transient and send nothing', async () => {
  const plain = await serve();
  await expect(reach(`smtps://127.0.0.1:${plain.port}`).send(MAIL)).rejects.toMatchObject({
    name: 'DeliveryError',
    kind: 'transient',
  });
  // The package logs a warning about its built-in certificate, which clients must not trust.
  const warned = vi.spyOn(console, 'error').mockImplementation(() => {});
  const secure = await serve({ secure: true });
  warned.mockRestore();
  await expect(reach(`smtps://127.0.0.1:${secure.port}`).send(MAIL)).rejects.toMatchObject({
    name: 'DeliveryError',
    kind: 'transient',
  });
  expect([...plain.mails, ...secure.mails]).toHaveLength(0);
  await reach(`smtps://127.0.0.1:${secure.port}?tls.rejectUnauthorized=false`).send(MAIL);
  expect(secure.mails).toHaveLength(1);
});

test('a server without STARTTLS gets no mail if the URL requires STARTTLS', async () => {
  const server = await serve();
  const smtp = reach(`smtp://127.0.0.1:${server.port}?requireTLS=true`);
  expect(await faultOf(smtp.send(MAIL))).toBeInstanceOf(Error);
  expect(server.mails).toHaveLength(0);
});
