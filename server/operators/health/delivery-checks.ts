import type { HealthCheck } from '../../../src/contracts/operators/site-calls.ts';
import { formatDuration } from '../../../src/contracts/leads/format-duration.ts';
import { missingMailSettingMessages } from '../../leads/mail/mail-parties.ts';
import type { Config } from '../../platform/config/config.ts';
import { circuitTrouble } from './circuit-trouble.ts';
import { checkCrm, checkWorkflow, type CrmFacts } from './crm-checks.ts';
import type { DeliveryFigures } from './overview-figures.ts';

/** The data that the checks of deliveries evaluate. */
export interface DeliveryFacts extends DeliveryFigures, CrmFacts {
  config: Pick<Config, 'mail' | 'crm'>;
  /** Whether the agent or the brokerage is still the sample's. */
  sample: boolean;
}

/** Milliseconds that a delivery may wait before the check reports it. Most are sent within seconds. */
const LONG_WAIT_MS = 15 * 60_000;

/**
 * Checks that leads reach the CRM, the agent's mailbox and the workflow, that no delivery needs an operator or waits
 * for long, and that no lead is quarantined.
 */
export function runDeliveryChecks(facts: DeliveryFacts): HealthCheck[] {
  return [checkCrm(facts), waiting(facts), quarantine(facts), mail(facts), ...checkWorkflow(facts)];
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

/** Formats a count with its noun and verb: `2 leads are`. */
export function formatCount(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
