import { afterAll, beforeAll, expect, it } from 'vitest';
import { onEachEngine } from './database-engines.ts';
import { runCommand } from './run-command.ts';
import { runApp, type RunningApp } from './running-app.ts';

onEachEngine((newDatabase) => {
  let app: RunningApp;
  let environment: Record<string, string>;
  beforeAll(async () => {
    environment = await newDatabase();
    app = await runApp(environment);
  });
  afterAll(() => app.stop());

  /** Runs `npm run operator -- …` while the server is running. Returns its output and its error, if any. */
  async function operator(...words: string[]): Promise<{ out: string; fault: string | null }> {
    const { code, out, err } = await runCommand(['operator', ...words], {
      ...environment,
      DATA_DIR: app.config.dataDir,
      PUBLIC_URL: app.url,
    });
    return code === 0 ? { out, fault: null } : { out: '', fault: err };
  }

  it('creates, resets, lists and removes accounts while the server is running', async () => {
    expect((await operator()).fault).toContain('npm run operator -- add <email> <name>');
    expect((await operator('list')).out).toContain('Nobody can sign in yet.');
    expect((await operator('link')).out).toMatch(new RegExp(`^${app.url}/sign-in/link#[\\w-]{43}\n`));

    expect((await operator('add', 'nonsense', 'Nora')).fault).toContain('Give an e-mail address and a name.');
    const added = await operator('add', 'Nora@Example.com', 'Nora', 'North');
    const token = /#([\w-]{43})/.exec(added.out)?.[1];
    const link = await fetch(`${app.url}/api/operators/link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: app.url },
      body: JSON.stringify({ token }),
    });
    expect(await link.json()).toMatchObject({ purpose: 'invite', email: 'nora@example.com' });
    expect((await operator('link')).fault).toContain('There are accounts already.');
    expect((await operator('add', 'nora@example.com', 'Nora')).fault).toContain('has an account already');
    expect((await operator('list')).out).toBe('nora@example.com  Nora North  password only\n');
    expect((await operator('reset', 'nora@example.com')).out).toContain('/sign-in/link#');
    expect((await operator('reset', 'who@example.com')).fault).toContain(
      'No operator has the address "who@example.com".',
    );

    expect((await operator('remove', 'nora@example.com')).fault).toContain('say --last');
    expect((await operator('remove', 'nora@example.com', '--last')).out).toBe(
      'nora@example.com is removed.\n',
    );
    expect((await operator('list')).out).toContain('Nobody can sign in yet.');
    const audit = await app.database.query.selectFrom('audit').selectAll().orderBy('at').execute();
    const detail = '{"account":"nora@example.com"}';
    expect(audit.map(({ action, operator_name, detail: more }) => [action, operator_name, more])).toEqual([
      ['operator-added', 'command line', detail],
      ['operator-reset', 'command line', detail],
      ['operator-removed', 'command line', detail],
    ]);
  });
});
