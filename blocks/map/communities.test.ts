import { describe, expect, it } from 'vitest';
import { communityOf, communityNames, smoothOutline } from './communities.ts';

describe('the communities', () => {
  it.each(communityNames)('%s is inside its own area, in the metro', (name) => {
    const { at, area } = communityOf(name) ?? { at: [0, 0], area: [] };
    const latitudes = area.map(([latitude]) => latitude);
    const longitudes = area.map(([, longitude]) => longitude);
    expect(at[0]).toBeGreaterThan(Math.min(...latitudes));
    expect(at[0]).toBeLessThan(Math.max(...latitudes));
    expect(at[1]).toBeGreaterThan(Math.min(...longitudes));
    expect(at[1]).toBeLessThan(Math.max(...longitudes));
    expect(Math.abs(at[0] - 41.6)).toBeLessThan(0.2);
    expect(Math.abs(at[1] + 93.7)).toBeLessThan(0.25);
  });

  it.each(['Des Moines', 'Greater Des Moines', 'Greater Des Moines Area', ' WEST DES MOINES'])(
    '%s is known',
    (name) => {
      expect(communityOf(name)).toBeDefined();
    },
  );

  it('do not include unknown places', () => {
    expect(communityOf('Omaha')).toBeUndefined();
    expect(communityOf('Constructor')).toBeUndefined();
  });

  it('do not grow when their outlines are smoothed', () => {
    const soft = smoothOutline([
      [0, 0],
      [0, 4],
      [4, 4],
      [4, 0],
    ]);
    expect(soft).toHaveLength(32);
    for (const each of soft.flat()) {
      expect(each).toBeGreaterThanOrEqual(0);
      expect(each).toBeLessThanOrEqual(4);
    }
  });
});
