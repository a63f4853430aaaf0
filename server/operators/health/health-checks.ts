import type { DoctorCheck } from '../../../src/contracts/operators/doctor.ts';
import type { HealthCheck } from '../../../src/contracts/operators/site-calls.ts';
import type { LeadsTarget } from '../../../src/contracts/operators/crm-calls.ts';
import { leadTargetText } from '../../../src/contracts/leads/lead-target-text.ts';
import { formatDuration } from '../../../src/contracts/leads/format-duration.ts';
import { relativeTime } from '../../../src/contracts/operators/relative-time.ts';
import type { Content } from '../../content/content.ts';
import type { CrmAccess } from '../../crm/crm-access.ts';
import type { GrantRow } from '../../crm/oauth/grant-store.ts';
import type { DestinationName } from '../../database/schema/schema.ts';
import { storageText, type StorageFault } from '../../database/state/storage-state.ts';
import { spaceCheck, type DiskSpace } from './disk-space.ts';
import { missingParties } from '../../leads/mail/mail-parties.ts';
import type { Config } from '../../platform/config/config.ts';
import type { DeliveryFigures } from './overview-figures.ts';

/** The data that the health checks evaluate. */
export interface HealthFacts extends DeliveryFigures {
  config: Pick<Config, 'mail' | 'publicUrl' | 'databaseUrl' | 'secretKeys' | 'contentMaxAge' | 'crm'>;
  content: ReturnType<Content['health']>;
  /** What the doctor says of the companion plugin; null if the site does not use it, or before the first run. */
  plugin: DoctorCheck | null;
  storage: StorageFault | null;
  crm: Awaited<ReturnType<CrmAccess['state']>>;
  leadsTo: LeadsTarget | null;
  /** Locations connected by OAuth. */
  locations: readonly Pick<GrantRow, 'id' | 'location_name' | 'state' | 'reason'>[];
  /** Whether the site still shows the sample agent and brokerage. */
  sample: boolean;
  operators: { all: number; withoutSecondFactor: number };
  space: DiskSpace;
  now: number;
}

/** Milliseconds that a delivery may wait before the check reports it. Most are sent within seconds. */
const LONG_WAIT_MS = 15 * 60_000;
/** Milliseconds since the last successful read of WordPress after which faults make the check fail, not only warn. */
const LONG_UNREAD_MS = 15 * 60_000;

/** Runs all checks and returns the worst results first. Every result that is not ok includes a fix. */
export function healthChecks(facts: HealthFacts): HealthCheck[] {
  const checks = [
    crm(facts),
    waiting(facts),
    quarantine(facts),
    mail(facts),
    ...workflow(facts),
    content(facts),
    ...plugin(facts),
    database(facts),
    spaceCheck(facts.space),
    secret(facts),
    address(facts),
    identity(facts),
    secondFactor(facts),
  ];
  const worry = { fail: 0, warn: 1, ok: 2 } as const;
  return checks.sort((one, other) => worry[one.state] - worry[other.state]);
}

function crm({ crm, leadsTo, locations, circuits, now }: HealthFacts): HealthCheck {
  const broken = locations.filter(({ state }) => state === 'reconnect');
  const base = { id: 'crm', label: 'CRM', link: '/admin/ghl' };
  if (leadsTo?.state === 'unconnected' && locations.length > 0) {
    return {
      ...base,
      state: 'fail',
      detail: leadTargetText(leadsTo, now),
      fix: `Connect ${leadsTo.locationId}, or set GHL_LOCATION_ID to a location that is connected and restart.`,
    };
  }
  if (crm === 'not-configured') {
    return {
      ...base,
      state: 'fail',
      detail: 'No CRM is connected. Leads are kept here and wait.',
      fix: 'Connect HighLevel by OAuth, or set GHL_API_KEY and GHL_LOCATION_ID and restart.',
    };
  }
  const trouble = circuitTrouble('crm', circuits, now);
  if (crm === 'reconnect-needed' || trouble?.refused) {
    const reason = broken.find(({ id }) => id === leadsTo?.locationId)?.reason ?? trouble?.reason;
    return {
      ...base,
      state: 'fail',
      detail: `The CRM refuses our credentials${reason ? `: ${reason}` : '.'} Leads wait.`,
      fix: 'Connect it again. With a private-integration token, renew GHL_API_KEY and restart.',
    };
  }
  if (broken.length > 0) {
    const named = broken.map(
      ({ id, location_name: name, reason }) =>
        `${name ?? id} must be connected again: ${reason ?? 'The CRM refuses our access.'}`,
    );
    return {
      ...base,
      state: 'warn',
      detail: `${named.join(' ')} ${leadTargetText(leadsTo, now)}`,
      fix: 'Connect it again, or revoke its access.',
    };
  }
  if (trouble) {
    return {
      ...base,
      state: 'warn',
      detail: `The CRM cannot be reached: ${trouble.reason} ${trouble.again}`,
      fix: 'Nothing is lost. If it lasts, look at HighLevel’s status page.',
    };
  }
  return { ...base, state: 'ok', detail: 'Connected; it takes what we send.' };
}

function waiting({ deliveries, crm, now }: HealthFacts): HealthCheck {
  const { waiting, attention, oldestWaitingAt } = deliveries;
  const base = { id: 'deliveries', label: 'Deliveries' };
  if (attention > 0) {
    return {
      ...base,
      state: 'fail',
      detail: `${counted(attention, 'delivery needs', 'deliveries need')} a decision.`,
      fix: 'Fix the cause, then retry or cancel.',
      link: '/admin/leads?delivery=attention',
    };
  }
  if (oldestWaitingAt !== null && now - oldestWaitingAt > LONG_WAIT_MS) {
    return {
      ...base,
      state: crm === 'not-configured' ? 'warn' : 'fail',
      detail: `${counted(waiting, 'delivery waits', 'deliveries wait')}, the oldest for ${formatDuration(now - oldestWaitingAt)}.`,
      fix: 'They go out by themselves once the destination takes them.',
      link: '/admin/leads?delivery=waiting',
    };
  }
  return {
    ...base,
    state: 'ok',
    detail:
      waiting > 0
        ? `${counted(waiting, 'delivery is', 'deliveries are')} on the way.`
        : 'Everything is delivered.',
  };
}

function quarantine({ quarantined }: HealthFacts): HealthCheck {
  const base = { id: 'quarantine', label: 'Suspicious leads' };
  if (quarantined === 0) return { ...base, state: 'ok', detail: 'None is held back.' };
  return {
    ...base,
    state: 'warn',
    detail: `${counted(quarantined, 'lead is', 'leads are')} held back as suspicious.`,
    fix: 'Release those that are real; delete the rest.',
    link: '/admin/leads?status=quarantined',
  };
}

function mail({ config, sample, circuits, now }: HealthFacts): HealthCheck {
  const base = { id: 'mail', label: 'E-mail alerts' };
  if (!config.mail.smtpUrl) {
    return {
      ...base,
      state: 'warn',
      detail: 'Nobody gets an e-mail when a lead comes in or something fails.',
      fix: 'Set SMTP_URL and AGENT_ALERT_TO, then restart.',
    };
  }
  const trouble = (['alert', 'identity', 'confirmation'] as const)
    .map((destination) => circuitTrouble(destination, circuits, now))
    .find((each) => each !== null);
  if (trouble) {
    return {
      ...base,
      state: 'fail',
      detail: `The mail server does not take our mail: ${trouble.reason} ${trouble.again}`,
      fix: 'Check SMTP_URL, its user and its password.',
    };
  }
  const missing = missingParties(config.mail, { sample });
  if (missing.length > 0) {
    return {
      ...base,
      state: 'warn',
      detail: missing.join(' '),
      fix: 'Settings count after a restart; the agent is entered in the site settings. Then retry what waits for a decision.',
    };
  }
  return { ...base, state: 'ok', detail: 'The agent is notified of every lead.' };
}

function workflow({ config, circuits, now }: HealthFacts): HealthCheck[] {
  if (!config.crm.inboundWebhookUrl) return [];
  const trouble = circuitTrouble('workflow', circuits, now);
  const base = { id: 'workflow', label: 'Workflow trigger' };
  if (!trouble) return [{ ...base, state: 'ok', detail: 'The workflow is triggered for every lead.' }];
  return [
    {
      ...base,
      state: 'fail',
      detail: `The workflow’s trigger does not take what we send: ${trouble.reason} ${trouble.again}`,
      fix: 'Check GHL_INBOUND_WEBHOOK_URL, and that the workflow is published.',
    },
  ];
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
      : `Last read ${relativeTime(lastGoodAt, now)}.`;
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

/** Names a companion plugin that does not belong to this version of the site, or is not active. */
function plugin({ plugin: found }: HealthFacts): HealthCheck[] {
  if (found?.state !== 'failed' && found?.state !== 'warning') return [];
  const { label, detail, fix = '' } = found;
  const state = found.state === 'failed' ? 'fail' : 'warn';
  return [{ id: 'plugin', label, state, detail, fix, link: '/admin/settings/wordpress' }];
}

function database({ config, storage, now }: HealthFacts): HealthCheck {
  const base = { id: 'database', label: 'Database' };
  if (storage) {
    const { detail, fix } = storageText(storage.problem, { shared: config.databaseUrl !== null });
    const failures = `${counted(storage.failures, 'write', 'writes')} failed since ${relativeTime(storage.since, now)}`;
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
  if (config.secretKeys.length > 0) return { ...base, state: 'ok', detail: 'Set by SECRET_KEY.' };
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
    detail: 'The sample identity is still in place. Search engines are kept out until it is replaced.',
    fix: 'Fill in the site settings.',
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
    detail: `${withoutSecondFactor} of ${counted(all, 'operator signs', 'operators sign')} in with a password only.`,
    fix: 'Set up an authenticator app.',
    link: '/admin/account',
  };
}

function circuitTrouble(
  destination: DestinationName,
  circuits: DeliveryFigures['circuits'],
  now: number,
): { refused: boolean; reason: string; again: string } | null {
  const circuit = circuits.find(({ name }) => name === destination);
  if (!circuit || circuit.state === 'closed') return null;
  const wait = Math.max(0, Math.ceil((circuit.open_until - now) / 1000));
  return {
    refused: circuit.state === 'refused',
    reason: circuit.reason ?? 'it gives no reason.',
    again: wait > 0 ? `Tried again in ${wait} s.` : 'Tried again now.',
  };
}

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
