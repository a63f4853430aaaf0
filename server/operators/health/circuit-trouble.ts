import type { DestinationName } from '../../database/schema/schema.ts';
import type { DeliveryFigures } from './overview-figures.ts';

/** Describes why deliveries to a destination are paused; null if they are not. `now` is in epoch milliseconds. */
export function circuitTrouble(
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
