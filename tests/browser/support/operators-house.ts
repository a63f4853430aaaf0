import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { startCrmSandbox, type CrmSandbox } from '../../../server/crm/sandbox/crm-sandbox.ts';
import type { SessionInfo } from '../../../src/operator/api-shapes.ts';
import { oauthSettings } from '../../server/oauth-journey.ts';
import { clientOf, cookieOf, PASSWORD, type OperatorClient } from '../../server/sign-in.ts';
import { startSite, type Site } from './start-site.ts';

/** A site beside a CRM sandbox, and its first operator, signed in. */
export interface OperatorsHouse {
  site: Site;
  sandbox: CrmSandbox;
  operator: OperatorClient;
  /** Of the site's data. */
  folder: string;
  stop(): Promise<void>;
}

/** Starts all of it. `knowsCrm`: the site is set to use the sandbox, by OAuth; nobody has connected it yet. */
export async function startHouse({ knowsCrm }: { knowsCrm: boolean }): Promise<OperatorsHouse> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-house-'));
  const sandbox = await startCrmSandbox();
  const { GHL_INBOUND_WEBHOOK_URL, GHL_WEBHOOK_PUBLIC_KEY } = sandbox.settings;
  const site = await startSite({
    DATA_DIR: folder,
    LEAD_RATE_LIMIT: '10000',
    ...(knowsCrm ? { ...oauthSettings(sandbox), GHL_INBOUND_WEBHOOK_URL, GHL_WEBHOOK_PUBLIC_KEY } : {}),
  });
  return {
    site,
    sandbox,
    folder,
    operator: await makeFirstOperator(site, folder),
    async stop() {
      await site.stop();
      await sandbox.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Takes the first start's link, as whoever reads the terminal does. */
async function makeFirstOperator({ url }: Site, folder: string): Promise<OperatorClient> {
  // It is made once the server listens.
  const token = await vi.waitFor(
    async () => {
      const found = /#(\S+)/.exec(await readFile(join(folder, 'first-sign-in'), 'utf8'))?.[1];
      if (!found) throw new Error('There is no link yet.');
      return found;
    },
    { timeout: 20_000, interval: 100 },
  );
  const answer = await fetch(`${url}/api/operators/link/use`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ token, name: 'Olive Operator', email: 'olive@example.com', password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`The first account: ${answer.status} ${await answer.text()}`);
  const cookie = cookieOf(answer);
  const session = await fetch(`${url}/api/operators/session`, { headers: { cookie } });
  const { operator, csrf }: SessionInfo = await session.json();
  return clientOf({ url }, operator, cookie, csrf);
}
