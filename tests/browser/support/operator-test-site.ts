import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { startCrmSandbox, type CrmSandbox } from '../../crm-sandbox/crm-sandbox.ts';
import type { SessionInfo } from '../../../src/contracts/operators/account-calls.ts';
import { oauthSettings } from '../../server/oauth-journey.ts';
import { clientOf, cookieOf, PASSWORD, type OperatorClient } from '../../server/sign-in.ts';
import { CONDITION_LIMIT } from '../../setup/time-limits.ts';
import { startSite, type Site } from './start-site.ts';

/** A site with a CRM sandbox, and its first operator signed in. */
export interface OperatorTestSite {
  site: Site;
  sandbox: CrmSandbox;
  operator: OperatorClient;
  /** The site's data folder. */
  folder: string;
  stop(): Promise<void>;
}

/** Starts the site and the sandbox. The CRM is not connected yet, but if `knowsCrm` is true, OAuth is configured. */
export async function startJourneyTestSite({ knowsCrm }: { knowsCrm: boolean }): Promise<OperatorTestSite> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-test-site-'));
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

/** A site without a CRM, and its first operator signed in. */
export type OperatorSite = Pick<OperatorTestSite, 'site' | 'operator' | 'folder'>;

/** Starts the site with these settings, and signs in its first operator. The caller removes the folder. */
export async function startOperatorSite(env: Record<string, string>): Promise<OperatorSite> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-test-site-'));
  const site = await startSite({ DATA_DIR: folder, ...env });
  return { site, folder, operator: await makeFirstOperator(site, folder) };
}

/** Creates the first operator with the one-time link of the first start. */
export async function makeFirstOperator({ url }: Site, folder: string): Promise<OperatorClient> {
  // The server creates the link after it starts to listen.
  const token = await vi.waitFor(
    async () => {
      const found = /#(\S+)/.exec(await readFile(join(folder, 'first-sign-in'), 'utf8'))?.[1];
      if (!found) throw new Error('There is no link yet.');
      return found;
    },
    { timeout: CONDITION_LIMIT, interval: 100 },
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
