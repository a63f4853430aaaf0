import { parseArgs } from 'node:util';
import { startCrmSandbox } from './crm-sandbox.ts';

const help = `A CRM sandbox: behaves as HighLevel does, on this machine only, with faults to switch on.

  npm run crm-sandbox -- [options]

  --port <number>      port of 127.0.0.1; 0 picks a free one (default: 4100)
  --seed <number>      same seed, same ids, tokens and faults (default: 1)
  --allow-duplicates   two contacts may have the same e-mail address or number
  --help               this text

Everything is kept in memory; nothing is written. Copy the settings it prints into .env.local.
`;

function readNumber(name: string, value: string, highest: number): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number <= highest) return number;
  throw new Error(`"${value}" is not valid. Use --${name} with a number from 0 to ${highest}.`);
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4100' },
      seed: { type: 'string', default: '1' },
      'allow-duplicates': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  const sandbox = await startCrmSandbox({
    port: readNumber('port', values.port, 65_535),
    seed: readNumber('seed', values.seed, 2 ** 32 - 1),
    allowDuplicateContact: values['allow-duplicates'],
  });
  const settings = Object.entries(sandbox.settings).map(([name, value]) => `${name}=${value}`);
  process.stdout.write(`The CRM sandbox listens on ${sandbox.url}\n\n${settings.join('\n')}\n`);
  const stop = () => void sandbox.stop().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

run().catch((error: unknown) => {
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  const reason = error instanceof Error ? error.message : 'unknown';
  process.stderr.write(`${taken ? 'The port is taken. Use --port with another, or 0.' : reason}\n`);
  process.exitCode = 1;
});
