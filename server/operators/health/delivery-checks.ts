import type { HealthCheck } from '../../../src/contracts/operators/site-calls.ts';
import type { LeadsTarget } from '../../../src/contracts/operators/crm-calls.ts';
import { leadsTargetText } from '../../../src/contracts/leads/leads-target-text.ts';
import { formatDuration } from '../../../src/contracts/leads/format-duration.ts';
import type { CrmAccess } from '../../crm/crm-access.ts';
import type { GrantRow } from '../../crm/oauth/grant-store.ts';
import type { DestinationName } from '../../database/schema/schema.ts';
import { missingMailSettingMessages } from '../../leads/mail/mail-parties.ts';
import type { Config } from '../../platform/config/config.ts';
import type { DeliveryFigures } from './overview-figures.ts';

/** The data that the checks of deliveries evaluate. */
export interface DeliveryFacts extends DeliveryFigures {
  config: Pick<Config, 'mail' | 'crm'>;
  crm: Awaited<ReturnType<CrmAccess['state']>>;
  leadsTo: LeadsTarget | null;
  /** Locations connected by OAuth. */
  locations: readonly Pick<GrantRow, 'id' | 'location_name' | 'state' | 'reason'>[];
  /** Whether the agent or the brokerage is still the sample's. */
  sample: boolean;
  now: number;
}

/** Milliseconds that a delivery may wait before the check reports it. Most are sent within seconds. */
const LONG_WAIT_MS = 15 * 60_000;

/**
 * Checks that leads reach the CRM, the agent's mailbox and the workflow, that no delivery needs an operator or waits
 * for long, and that no lead is quarantined.
 */
export function runDeliveryChecks(facts: DeliveryFacts): HealthCheck[] {
  return [crm(facts), waiting(facts), quarantine(facts), mail(facts), ...workflow(facts)];
}

function crm({ crm, leadsTo, locations, circuits, now }: DeliveryFacts): HealthCheck {
  const broken = locations.filter(({ state }) => state === 'reconnect');
  const base = { id: 'crm', label: 'CRM', link: '/admin/ghl' };
  if (leadsTo?.state === 'unconnected' && locations.length > 0) {
    return {
      ...base,
      state: 'fail',
      detail: leadsTargetText(leadsTo, now),
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
      detail: `${named.join(' ')} ${leadsTargetText(leadsTo, now)}`,
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

function waiting({ deliveries, crm, now }: DeliveryFacts): HealthCheck {
  const { waiting, attention, oldestWaitingAt } = deliveries;
  const base = { id: 'deliveries', label: 'Deliveries' };
  if (attention > 0) {
    return {
      ...base,
      state: 'fail',
      detail: `${formatCount(attention, 'delivery needs', 'deliveries need')} a decision.`,
      fix: 'Fix the cause, then retry or cancel.',
      link: '/admin/leads?delivery=attention',
    };
  }
  if (oldestWaitingAt !== null && now - oldestWaitingAt > LONG_WAIT_MS) {
    return {
      ...base,
      state: crm === 'not-configured' ? 'warn' : 'fail',
      detail: `${formatCount(waiting, 'delivery waits', 'deliveries wait')}, the oldest for ${formatDuration(now - oldestWaitingAt)}.`,
      fix: 'They go out by themselves once the destination takes them.',
      link: '/admin/leads?delivery=waiting',
    };
  }
  return {
    ...base,
    state: 'ok',
    detail:
      waiting > 0
        ? `${formatCount(waiting, 'delivery is', 'deliveries are')} on the way.`
        : 'Everything is delivered.',
  };
}

function quarantine({ quarantined }: DeliveryFacts): HealthCheck {
  const base = { id: 'quarantine', label: 'Suspicious leads' };
  if (quarantined === 0) return { ...base, state: 'ok', detail: 'None is held back.' };
  return {
    ...base,
    state: 'warn',
    detail: `${formatCount(quarantined, 'lead is', 'leads are')} held back as suspicious.`,
    fix: 'Release those that are real; delete the rest.',
    link: '/admin/leads?status=quarantined',
  };
}

function mail({ config, sample, circuits, now }: DeliveryFacts): HealthCheck {
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
  const missing = missingMailSettingMessages(config.mail, { sample });
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

function workflow({ config, circuits, now }: DeliveryFacts): HealthCheck[] {
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

/** Formats a count with its noun and verb: `2 leads are`. */
export function formatCount(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
