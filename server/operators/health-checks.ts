import type { HealthCheck, LeadsTarget } from '../../src/operator/api-shapes.ts';
import { leadsWords } from '../../src/operator/crm/leads-words.ts';
import { durationWords } from '../../src/operator/duration-words.ts';
import { relativeTime } from '../../src/operator/relative-time.ts';
import type { Config } from '../config.ts';
import type { ContentGateway } from '../content/gateway.ts';
import type { CrmAccess } from '../crm/crm-access.ts';
import type { GrantRow } from '../crm/oauth/grant-store.ts';
import type { DestinationName } from '../database/schema.ts';
import { missingParties } from '../leads/mail/mail-parties.ts';
import type { DeliveryFigures } from './delivery-figures.ts';

/** What the checks look at. */
export interface HealthFacts extends DeliveryFigures {
  config: Pick<Config, 'mail' | 'publicUrl' | 'databaseUrl' | 'secretKeys' | 'contentMaxAge' | 'crm'>;
  content: ReturnType<ContentGateway['health']>;
  crm: Awaited<ReturnType<CrmAccess['state']>>;
  leadsTo: LeadsTarget | null;
  /** Those connected by OAuth. */
  locations: readonly Pick<GrantRow, 'id' | 'location_name' | 'state' | 'reason'>[];
  /** The sample identity is still in place. */
  sample: boolean;
  operators: { all: number; withoutSecondFactor: number };
  now: number;
}

/** A delivery that waits longer than this is worth a look; a new one is on its way within seconds. */
const LONG_WAIT = 15 * 60_000;
/** WordPress that has not been read for this long, while asking it fails, is a failure and no hiccup. */
const LONG_UNREAD = 15 * 60_000;

/** What must be so for leads to flow and the site to be found, each with its mend; worst first. */
export function healthChecks(facts: HealthFacts): HealthCheck[] {
  const checks = [
    crm(facts),
    waiting(facts),
    quarantine(facts),
    mail(facts),
    ...workflow(facts),
    content(facts),
    database(facts),
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
      detail: leadsWords(leadsTo, now),
      mend: `Connect ${leadsTo.locationId}, or set GHL_LOCATION_ID to a location that is connected and restart.`,
    };
  }
  if (crm === 'not-configured') {
    return {
      ...base,
      state: 'fail',
      detail: 'No CRM is connected. Leads are kept here and wait.',
      mend: 'Connect HighLevel by OAuth, or set GHL_API_KEY and GHL_LOCATION_ID and restart.',
    };
  }
  const trouble = circuitTrouble('crm', circuits, now);
  if (crm === 'reconnect-needed' || trouble?.refused) {
    const reason = broken.find(({ id }) => id === leadsTo?.locationId)?.reason ?? trouble?.reason;
    return {
      ...base,
      state: 'fail',
      detail: `The CRM refuses our credentials${reason ? `: ${reason}` : '.'} Leads wait.`,
      mend: 'Connect it again. With a private-integration token, renew GHL_API_KEY and restart.',
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
      detail: `${named.join(' ')} ${leadsWords(leadsTo, now)}`,
      mend: 'Connect it again, or revoke its access.',
    };
  }
  if (trouble) {
    return {
      ...base,
      state: 'warn',
      detail: `The CRM cannot be reached: ${trouble.reason} ${trouble.again}`,
      mend: 'Nothing is lost. If it lasts, look at HighLevel’s status page.',
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
      mend: 'Look at why, mend it, then retry or cancel.',
      link: '/admin/leads?delivery=attention',
    };
  }
  if (oldestWaitingAt !== null && now - oldestWaitingAt > LONG_WAIT) {
    return {
      ...base,
      state: crm === 'not-configured' ? 'warn' : 'fail',
      detail: `${counted(waiting, 'delivery waits', 'deliveries wait')}, the oldest for ${durationWords(now - oldestWaitingAt)}.`,
      mend: 'They go out by themselves once the destination takes them.',
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
    mend: 'Release those that are real; delete the rest.',
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
      mend: 'Set SMTP_URL and AGENT_ALERT_TO, then restart.',
    };
  }
  const trouble = circuitTrouble('alert', circuits, now) ?? circuitTrouble('confirmation', circuits, now);
  if (trouble) {
    return {
      ...base,
      state: 'fail',
      detail: `The mail server does not take our mail: ${trouble.reason} ${trouble.again}`,
      mend: 'Check SMTP_URL, its user and its password.',
    };
  }
  const missing = missingParties(config.mail, { sample });
  if (missing.length > 0) {
    return {
      ...base,
      state: 'warn',
      detail: missing.join(' '),
      mend: 'Settings count after a restart; the agent is entered in WordPress. Then retry what waits for a decision.',
    };
  }
  return { ...base, state: 'ok', detail: 'The agent is told of every lead.' };
}

function workflow({ config, circuits, now }: HealthFacts): HealthCheck[] {
  if (!config.crm.inboundWebhookUrl) return [];
  const trouble = circuitTrouble('workflow', circuits, now);
  const base = { id: 'workflow', label: 'Workflow trigger' };
  if (!trouble) return [{ ...base, state: 'ok', detail: 'The workflow is told of every lead.' }];
  return [
    {
      ...base,
      state: 'fail',
      detail: `The workflow’s trigger does not take what we send: ${trouble.reason} ${trouble.again}`,
      mend: 'Check GHL_INBOUND_WEBHOOK_URL, and that the workflow is published.',
    },
  ];
}

function content({ content, now }: HealthFacts): HealthCheck {
  const { source, lastGoodAt, lastFault } = content;
  const base = { id: 'content', label: 'Content' };
  if (source === 'built-in') {
    return {
      ...base,
      state: 'warn',
      detail: 'The site shows its built-in content.',
      mend: 'Set WORDPRESS_API_URL (and its user name and application password) to show your own.',
    };
  }
  const read =
    lastGoodAt === null
      ? 'It was never read since the start.'
      : `Last read ${relativeTime(lastGoodAt, now)}.`;
  if (lastFault === null) return { ...base, state: 'ok', detail: `WordPress. ${read}` };
  const long = lastGoodAt === null || now - lastGoodAt > LONG_UNREAD;
  return {
    ...base,
    state: long ? 'fail' : 'warn',
    detail: `Reading WordPress fails: ${lastFault} ${read}`,
    mend: 'Visitors see the last good copy. Check that WordPress answers, and its credentials.',
  };
}

function database({ config }: HealthFacts): HealthCheck {
  return {
    id: 'database',
    label: 'Database',
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
    mend: 'Set SECRET_KEY on every server to the value in DATA_DIR, then restart.',
  };
}

function address({ config }: HealthFacts): HealthCheck {
  const base = { id: 'address', label: 'Public address' };
  if (config.publicUrl) return { ...base, state: 'ok', detail: config.publicUrl };
  return {
    ...base,
    state: 'warn',
    detail: 'Search engines, e-mails and the CRM are told the address of this machine.',
    mend: 'Set PUBLIC_URL to the address visitors use, then restart.',
  };
}

function identity({ sample }: HealthFacts): HealthCheck {
  const base = { id: 'identity', label: 'Agent and brokerage' };
  if (!sample) return { ...base, state: 'ok', detail: 'Your own.' };
  return {
    ...base,
    state: 'warn',
    detail: 'The sample identity is still in place. Search engines are kept out until it is replaced.',
    mend: 'Fill in the site settings in WordPress.',
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
    mend: 'Set up an authenticator app.',
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
