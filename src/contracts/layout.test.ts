import { describe, expect, it } from 'vitest';
import { parseLayout, visiblePlacements } from './layout.ts';
import { localTimeToEpochMs } from '../builder/time-zones.ts';

const chicago = (moment: string) => localTimeToEpochMs(moment, 'America/Chicago');

describe('parseLayout', () => {
  it.each([null, undefined, '', false, []])('treats %j as no layout', (raw) => {
    expect(parseLayout(raw)).toBeNull();
  });

  it('accepts JSON text and arrays', () => {
    const layout = [{ block: 'hero', key: 'hero', ids: { cta_text: 'cta_button_text' } }];
    expect(parseLayout(JSON.stringify(layout))).toEqual(parseLayout(layout));
    expect(parseLayout(layout)?.placements).toEqual([
      { block: 'hero', key: 'hero', region: 'main', hidden: false, ids: { cta_text: 'cta_button_text' } },
    ]);
  });

  it('explains what to fix in invalid JSON, and in JSON that is not a list', () => {
    expect(parseLayout('[{')).toEqual({
      placements: [],
      faults: ['page_layout is not JSON. Check for a missing comma or quote.'],
    });
    expect(parseLayout('{"block":"hero"}')?.faults[0]).toContain('is not a list');
  });

  it('leaves out and reports an invalid placement, but keeps the others', () => {
    const parsed = parseLayout([
      { block: 'hero', key: 'hero' },
      { block: 'faq', key: 'Not A Key' },
      { block: 'faq', key: 'faq', region: 'left' },
      { block: 'faq', key: 'faq', from: 'tomorrow' },
      { block: 'cards', key: 'hero' },
      { block: 'cards', key: 'services' },
    ]);
    expect(parsed?.placements.map((placement) => placement.key)).toEqual(['hero', 'services']);
    expect(parsed?.faults).toHaveLength(4);
    expect(parsed?.faults[0]).toBe('page_layout, placement 2: key is not lower-case words joined by "_".');
    expect(parsed?.faults[3]).toContain('the key "hero" is taken');
  });
});

describe('visiblePlacements', () => {
  const [always, hidden, christmas] =
    parseLayout([
      { block: 'hero', key: 'hero' },
      { block: 'hero', key: 'secret', hidden: true },
      { block: 'hero', key: 'christmas', from: '2026-12-24T18:00', until: '2026-12-27T00:00' },
    ])?.placements ?? [];
  const all = [always, hidden, christmas].filter((placement) => placement !== undefined);
  const keysAt = (moment: string) => {
    const { visible, changesAt } = visiblePlacements(all, chicago(moment), chicago);
    return { keys: visible.map((placement) => placement.key), changesAt };
  };

  it.each(['soon', '2026-12-24', '2026-02-30T10:00', '2026-12-24T25:00', '2026-12-24T18:00Z'])(
    'refuses %s as a time',
    (from) => {
      const parsed = parseLayout([{ block: 'hero', key: 'hero', from }]);
      expect(parsed?.placements).toEqual([]);
      expect(parsed?.faults[0]).toContain('from is not a moment like 2026-12-24T18:00');
    },
  );

  it('shows a placement between its two times, and returns when that changes', () => {
    const begins = chicago('2026-12-24T18:00');
    const ends = chicago('2026-12-27T00:00');
    expect(keysAt('2026-12-24T17:59')).toEqual({ keys: ['hero'], changesAt: begins });
    expect(keysAt('2026-12-24T18:00')).toEqual({ keys: ['hero', 'christmas'], changesAt: ends });
    expect(keysAt('2026-12-27T00:00')).toEqual({ keys: ['hero'], changesAt: null });
  });
});

describe('zonedMoment', () => {
  it('handles standard time and daylight saving time', () => {
    expect(new Date(chicago('2026-01-15T12:00')).toISOString()).toBe('2026-01-15T18:00:00.000Z');
    expect(new Date(chicago('2026-07-15T12:00')).toISOString()).toBe('2026-07-15T17:00:00.000Z');
  });

  it('converts times in the hour that is skipped and in the hour that occurs twice', () => {
    expect(new Date(chicago('2026-03-08T02:30')).toISOString()).toBe('2026-03-08T07:30:00.000Z');
    expect(new Date(chicago('2026-11-01T01:30')).toISOString()).toBe('2026-11-01T06:30:00.000Z');
  });
});
