import type { LeadsTarget } from '../operators/crm-calls.ts';
import { formatDuration } from './format-duration.ts';

/** Returns one or two sentences about where leads are sent. `now` is in epoch milliseconds. */
export function leadsTargetText(target: LeadsTarget | null, now: number): string {
  if (!target) return 'Leads are kept here until a location is connected.';
  const { locationId, by, state, until } = target;
  const where = `${leadsTargetName(target)}${by === 'setting' ? ' (GHL_LOCATION_ID)' : ''}`;
  if (state === 'unconnected') {
    return (
      `Leads are set to go to ${locationId} (GHL_LOCATION_ID), which is not connected: connect ${locationId} or ` +
      'change the setting. Until then they are kept here.'
    );
  }
  if (by === 'token') {
    return state === 'ready'
      ? `Leads go to ${where} by the private-integration token.`
      : `Leads are to go to ${where} by the private-integration token, which HighLevel refuses: they are kept here.`;
  }
  if (state === 'ready') return `Leads go to ${where}.`;
  return until === null
    ? `Leads are for ${where}, and are kept here until it is connected again.`
    : `Leads go to ${where} for another ${formatDuration(Math.max(0, until - now))}; after that they are kept here until it is connected again.`;
}

/** Returns a location's name, or `location <id>` if its name is unknown. */
export function leadsTargetName({ name, locationId }: Pick<LeadsTarget, 'name' | 'locationId'>): string {
  return name ?? `location ${locationId}`;
}
