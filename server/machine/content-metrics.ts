import { Gauge, type Registry } from 'prom-client';
import type { ContentGateway } from '../content/gateway.ts';

/** Registers how reading WordPress goes; where there is none, nothing is said of it. */
export function contentMetrics(register: Registry, health: ContentGateway['health']): void {
  const readAt = new Gauge({
    name: 'lintel_content_last_read_timestamp_seconds',
    help: 'When WordPress was last read.',
    labelNames: ['source'],
    registers: [register],
    collect() {
      const { source, lastGoodAt } = health();
      if (lastGoodAt !== null) readAt.set({ source }, lastGoodAt / 1000);
    },
  });
  const failing = new Gauge({
    name: 'lintel_content_failing',
    help: 'Whether reading WordPress fails: visitors then see the last good copy.',
    labelNames: ['source'],
    registers: [register],
    collect() {
      const { source, lastFault } = health();
      if (source === 'wordpress') failing.set({ source }, lastFault === null ? 0 : 1);
    },
  });
}
