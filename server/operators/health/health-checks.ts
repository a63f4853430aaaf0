import type { DoctorCheck } from '../../../src/contracts/operators/doctor.ts';
import type { HealthCheck } from '../../../src/contracts/operators/site-calls.ts';
import { formatRelativeTime } from '../../../src/contracts/operators/relative-time.ts';
import type { Content } from '../../content/content.ts';
import { describeStorageProblem, type StorageOutage } from '../../database/state/storage-state.ts';
import type { PurgeHealth } from '../../pages/cdn/purge-queue.ts';
import type { Config } from '../../platform/config/config.ts';
import { formatCount, runDeliveryChecks, type DeliveryFacts } from './delivery-checks.ts';
import { checkDiskSpace, type DiskSpace } from './disk-space.ts';

/** The data that the health checks evaluate. */
export interface HealthFacts extends DeliveryFacts {
  config: Pick<Config, 'mail' | 'publicUrl' | 'databaseUrl' | 'secretKey' | 'contentMaxAge' | 'crm'>;
  content: ReturnType<Content['health']>;
  /**
   * The doctor's check of the companion plugin; null if the site does not use the plugin, or before the first run.
   */
  plugin: DoctorCheck | null;
  storage: StorageOutage | null;
  /** Null if no CDN is notified of changes. */
  cdn: PurgeHealth | null;
  operators: { all: number; withoutSecondFactor: number };
  space: DiskSpace;
}

/** Milliseconds since the last successful read of WordPress after which faults make the check fail, not only warn. */
const LONG_UNREAD_MS = 15 * 60_000;

/** Milliseconds of failing CDN notifications after which the check fails, not only warns. */
const LONG_UNPURGED_MS = 60_000;

/** Runs all checks and returns the worst results first. Every result that is not ok includes a fix. */
export function runHealthChecks(facts: HealthFacts): HealthCheck[] {
  const checks = [
    ...runDeliveryChecks(facts),
    content(facts),
    ...plugin(facts),
    ...cdn(facts),
    database(facts),
    checkDiskSpace(facts.space),
    secret(facts),
    address(facts),
    identity(facts),
    secondFactor(facts),
  ];
  const worry = { fail: 0, warn: 1, ok: 2 } as const;
  return checks.sort((one, other) => worry[one.state] - worry[other.state]);
}

function content({ content, now }: HealthFacts): HealthCheck {
  const { source, ready, lastGoodAt, lastFault, notices } = content;
  const base = { id: 'content', label: 'Content', link: '/admin/settings/wordpress' };
  if (!ready) {
    return {
      ...base,
      state: 'fail',
      detail: `WordPress was never read completely, so every page answers 503. ${lastFault ?? 'It is being read now.'}`,
      fix: 'Check the address of WordPress, the credentials, and that WordPress answers.',
    };
  }
  if (source === 'built-in') {
    const link = '/admin/pages';
    if (notices.length === 0) return { ...base, link, state: 'ok', detail: 'Edited on this site.' };
    return { ...base, link, state: 'warn', detail: notices.join(' '), fix: 'Each line says what to change.' };
  }
  const read =
    lastGoodAt === null
      ? 'It was never read since the start.'
      : `Last read ${formatRelativeTime(lastGoodAt, now)}.`;
  if (lastFault === null && notices.length > 0) {
    return {
      ...base,
      state: 'warn',
      detail: notices.join(' '),
      fix: 'Each line says what to change in WordPress.',
    };
  }
  if (lastFault === null) return { ...base, state: 'ok', detail: `WordPress. ${read}` };
  const long = lastGoodAt === null || now - lastGoodAt > LONG_UNREAD_MS;
  return {
    ...base,
    state: long ? 'fail' : 'warn',
    detail: `Reading WordPress fails: ${lastFault} ${read}`,
    fix: 'Visitors see the last good copy. Check that WordPress answers, and its credentials.',
  };
}

/** Reports a companion plugin that is inactive, or does not match this version of the site. */
function plugin({ plugin: found }: HealthFacts): HealthCheck[] {
  if (found?.state !== 'failed' && found?.state !== 'warning') return [];
  const { label, detail, fix = '' } = found;
  const state = found.state === 'failed' ? 'fail' : 'warn';
  return [{ id: 'plugin', label, state, detail, fix, link: '/admin/settings/wordpress' }];
}

function cdn({ cdn, now }: HealthFacts): HealthCheck[] {
  if (!cdn) return [];
  const base = { id: 'cdn', label: 'CDN' };
  if (cdn.failingSince === null) return [{ ...base, state: 'ok', detail: 'It is told about every change.' }];
  return [
    {
      ...base,
      state: now - cdn.failingSince > LONG_UNPURGED_MS ? 'fail' : 'warn',
      detail: `The CDN does not accept which pages have changed, so visitors may see old ones: ${cdn.lastFault} First failure: ${formatRelativeTime(cdn.failingSince, now)}.`,
      fix: 'Check CDN_PURGE_URL and CDN_PURGE_TOKEN. It is tried again by itself.',
    },
  ];
}

function database({ config, storage, now }: HealthFacts): HealthCheck {
  const base = { id: 'database', label: 'Database' };
  if (storage) {
    const { detail, fix } = describeStorageProblem(storage.problem, { shared: config.databaseUrl !== null });
    const failures = `${formatCount(storage.failures, 'write', 'writes')} failed since ${formatRelativeTime(storage.since, now)}`;
    return {
      ...base,
      state: 'fail',
      detail: `${detail} Leads are refused: ${failures} (${storage.code}).`,
      fix,
    };
  }
  return {
    ...base,
    state: 'ok',
    detail: config.databaseUrl ? 'PostgreSQL answers.' : 'The embedded database answers.',
  };
}

function secret({ config }: HealthFacts): HealthCheck {
  const base = { id: 'secret', label: 'Secret key' };
  if (config.secretKey !== null) return { ...base, state: 'ok', detail: 'Set by SECRET_KEY.' };
  if (config.databaseUrl === null) {
    return { ...base, state: 'ok', detail: 'Made here, and kept beside the database. Back both up.' };
  }
  return {
    ...base,
    state: 'fail',
    detail: 'The key is only on this machine, while the database is shared: another server cannot read it.',
    fix: 'Set SECRET_KEY on every server to the value in DATA_DIR, then restart.',
  };
}

function address({ config }: HealthFacts): HealthCheck {
  const base = { id: 'address', label: 'Public address' };
  if (config.publicUrl) return { ...base, state: 'ok', detail: config.publicUrl };
  return {
    ...base,
    state: 'warn',
    detail: 'Search engines, e-mails and the CRM get the address of this machine.',
    fix: 'Set PUBLIC_URL to the address visitors use, then restart.',
  };
}

function identity({ sample }: HealthFacts): HealthCheck {
  const base = { id: 'identity', label: 'Agent and brokerage' };
  if (!sample) return { ...base, state: 'ok', detail: 'Your own.' };
  return {
    ...base,
    state: 'warn',
    detail:
      'The sample’s agent or brokerage is still in place. Search engines are kept out until both are replaced.',
    fix: 'Fill in the agent and the brokerage in the site settings.',
    link: '/admin/settings/site',
  };
}

function secondFactor({ operators }: HealthFacts): HealthCheck {
  const { all, withoutSecondFactor } = operators;
  const base = { id: 'second-factor', label: 'Second factor' };
  if (withoutSecondFactor === 0) return { ...base, state: 'ok', detail: 'Every operator has one.' };
  return {
    ...base,
    state: 'warn',
    detail: `${withoutSecondFactor} of ${formatCount(all, 'operator signs', 'operators sign')} in with a password only.`,
    fix: 'Set up an authenticator app.',
    link: '/admin/account',
  };
}
