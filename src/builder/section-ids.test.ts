import { describe, expect, it } from 'vitest';
import { defineBlock, type Block } from './block.ts';
import { group, list, number, text } from './fields.ts';
import { parseLayout } from '../contracts/layout.ts';
import { sectionId, sectionIdFaults } from './section-ids.ts';

const blocks: ReadonlyMap<string, Block> = new Map<string, Block>([
  [
    'market',
    defineBlock({
      id: 'market',
      title: 'Market',
      description: '',
      fields: {
        title: text({ label: 'Title' }),
        overview_title: text({ label: 'Overview' }),
        button: group({ label: 'Button', fields: { words: text({ label: 'Words' }) } }),
        stats_grid: list({ label: 'Figures', row: { value: text({ label: 'Value' }) } }),
      },
    }),
  ],
  [
    'figure',
    defineBlock({
      id: 'figure',
      title: 'Figure',
      description: '',
      fields: { title: number({ label: 'N' }) },
    }),
  ],
]);

const layout = (...placements: object[]) => parseLayout(placements)?.placements ?? [];

describe('section ids', () => {
  it('consist of key, underscore and field name, unless the placement sets them', () => {
    const [market] = layout({ block: 'market', key: 'market', ids: { title: 'headline' } });
    if (!market) throw new Error('the layout was not read');
    expect(sectionId(market, 'stats_grid')).toBe('market_stats_grid');
    expect(sectionId(market, 'title')).toBe('headline');
  });

  it('have no faults if they are unique, also across layouts', () => {
    const page = layout({ block: 'market', key: 'market' }, { block: 'market', key: 'other' });
    expect(sectionIdFaults([page, page], blocks)).toEqual([]);
  });

  it('must not be used twice', () => {
    const page = layout(
      { block: 'market', key: 'market' },
      { block: 'figure', key: 'figure', ids: { title: 'market_title' } },
    );
    expect(sectionIdFaults([page], blocks)).toContain(
      'market_title is taken by market.title and figure.title.',
    );
  });

  it('must not be reserved or belong to an unknown field', () => {
    const page = layout({ block: 'market', key: 'market', ids: { title: 'seo_title', subtitle: 'x' } });
    expect(sectionIdFaults([page], blocks)).toEqual([
      'market: ids names "subtitle", which is no field of the block market.',
      'seo_title is reserved. Bind market.title to another id.',
    ]);
  });

  it('must not look like list rows', () => {
    const page = layout(
      { block: 'market', key: 'market' },
      { block: 'figure', key: 'figure', ids: { title: 'market_stats_grid_0_value' } },
    );
    expect(sectionIdFaults([page], blocks)).toEqual([
      'market_stats_grid_0_value looks like a row of the list market_stats_grid. Choose another key or bind it.',
    ]);
  });

  it('must not look like fields of a group', () => {
    const page = layout(
      { block: 'market', key: 'market' },
      { block: 'figure', key: 'figure', ids: { title: 'market_button_words' } },
    );
    expect(sectionIdFaults([page], blocks)).toEqual([
      'market_button_words looks like a field of the group market_button. Choose another key or bind it.',
    ]);
    const other = layout(
      { block: 'market', key: 'market' },
      { block: 'figure', key: 'figure', ids: { title: 'market_button_wordsmith' } },
    );
    expect(sectionIdFaults([other], blocks)).toEqual([]);
  });

  it('have the same kind in all layouts of a page', () => {
    const one = layout({ block: 'market', key: 'a' });
    const other = layout({ block: 'figure', key: 'a' });
    expect(sectionIdFaults([one, other], blocks)).toEqual([
      'a_title is text in one layout and number in another.',
    ]);
  });
});
