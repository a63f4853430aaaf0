import type { LeadsTarget } from '../../../src/operator/api-shapes.ts';
import type { Connected } from './connect-grant.ts';

/**
 * What /oauth/success is told of a connection: the location, and what is not as the operator may think. `leadsTo` is
 * there where leads go to another location, or to none.
 */
export function connectionQuery(
  { locationIds, missing, wanted }: Connected & { wanted: string | null },
  target: LeadsTarget | null,
): string {
  const [first = ''] = locationIds;
  const shown = [wanted, target?.locationId].find((id) => id && locationIds.includes(id)) ?? first;
  const isOther = wanted !== null && !locationIds.includes(wanted);
  const flow = target && flowOf(target);
  return new URLSearchParams({
    locationId: shown,
    ...(isOther ? { wanted } : {}),
    ...(missing.length > 0 ? { missing: String(missing.length) } : {}),
    ...(target && flow && (target.locationId !== shown || flow !== 'elsewhere')
      ? { leadsTo: target.locationId, leads: flow }
      : {}),
  }).toString();
}

function flowOf({ state, until }: LeadsTarget): 'elsewhere' | 'unconnected' | 'reconnect' {
  if (state === 'unconnected') return 'unconnected';
  return state === 'reconnect' && until === null ? 'reconnect' : 'elsewhere';
}
