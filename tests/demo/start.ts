/** `npm run demo`: a site to look at, with invented leads. Nothing of it is kept. */
import './refuse-production.js';
import { parseArgs } from 'node:util';
import { describeStartError } from '../../server/platform/config/start-errors.ts';
import { startDemo, type Demo } from './demo-site.ts';

const help = `A demonstration: the site with embedded content, invented leads of eight weeks, and a CRM sandbox.

  npm run demo                on port 3000 of this machine only
  PORT=3001 npm run demo      on another port; 0 picks a free one

It reads no other setting and no .env file. Its data is in a temporary folder, which is removed at the end.
`;

function describe({ url, signInLink, sandboxUrl, operator, folder, logFile }: Demo): string {
  return `
Site         ${url}
Sign in      ${signInLink}
             as ${operator}; the link works as often as you like while this runs
CRM sandbox  ${sandboxUrl}
             a stand-in for HighLevel with the contacts of the leads; it can simulate faults
Data         ${folder}
             removed at the end, with every edit; the next start is the same again
Log          ${logFile}

Try first
  1. Open the sign-in link: Today shows new leads and the reminders that are due.
  2. Leads: one needs a decision, because the CRM rejected it. Open it, read why, and retry. Three wait for the CRM,
     which was down, and three are held back as suspicious.
  3. Results: visits and leads of the last weeks, by page and by source.
  4. Pages: open Home, click a text, type, and publish.
  5. Send a form on the site as a visitor would: the lead is in Leads, and a contact in the sandbox, within seconds.

No e-mail is sent, and every name is invented.
The demonstration is listening on ${url} until Ctrl+C ends it.
`;
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: 'boolean', default: false } } });
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  let demo: Demo | undefined;
  let stopping = false;
  const stop = (): void => {
    // The folder is removed in this case, too.
    if (!demo) process.exit(130);
    // npm repeats the signal that the terminal has already sent.
    if (stopping) return;
    stopping = true;
    demo.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop);
  demo = await startDemo({
    port: process.env['PORT'],
    onFilling: () => process.stdout.write('Filling the demonstration with invented leads …\n'),
  });
  process.stdout.write(describe(demo));
}

run().catch((error: unknown) => {
  const fault = describeStartError(error);
  if (fault === null) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  else process.stderr.write(`${fault}\n`);
  process.exit(1);
});
