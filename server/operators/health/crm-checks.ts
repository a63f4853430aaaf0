import { leadsTargetText } from '../../../src/contracts/leads/leads-target-text.ts';
import type { LeadsTarget } from '../../../src/contracts/operators/crm-calls.ts';
import type { HealthCheck } from '../../../src/contracts/operators/site-calls.ts';
import type { CrmAccess } from '../../crm/crm-access.ts';
import type { GrantRow } from '../../crm/oauth/grant-store.ts';
import type { Config } from '../../platform/config/config.ts';
import { circuitTrouble } from './circuit-trouble.ts';
import type { DeliveryFigures } from './overview-figures.ts';

/** The data that the checks of the CRM evaluate. */
export interface CrmFacts extends Pick<DeliveryFigures, 'circuits'> {
  config: Pick<Config, 'crm'>;
  crm: Awaited<ReturnType<CrmAccess['state']>>;
  leadsTo: LeadsTarget | null;
  /** Locations connected by OAuth. */
  locations: readonly Pick<GrantRow, 'id' | 'location_name' | 'state' | 'reason'>[];
  /** Epoch milliseconds. */
  now: number;
}

/** Checks that a CRM is connected and takes leads. */
export function checkCrm({ crm, leadsTo, locations, circuits, now }: CrmFacts): HealthCheck {
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

/** Checks that the workflow takes leads; empty if none is set. */
export function checkWorkflow({ config, circuits, now }: CrmFacts): HealthCheck[] {
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
