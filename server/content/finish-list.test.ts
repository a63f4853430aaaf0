import { expect, test } from 'vitest';
import { list, text } from '../../src/builder/fields.ts';
import { rawSection } from './finish-list.ts';
import { finishValue } from './finish-value.ts';
import { siteLinks } from './site-links.ts';

const field = list({ label: 'Steps', max: 3, row: { title: text({ label: 'Title', required: true }) } });
const context = { media: new Map(), links: siteLinks([]) };

test('an installation without repeaters keeps rows in numbered groups; gaps and empty groups are no rows', () => {
  const acf = {
    steps: null,
    steps_1: { title: 'One' },
    steps_2: { title: '' },
    steps_3: { title: 'Three' },
    steps_4: { title: 'Past the most' },
    steps_x: { title: 'Another field' },
  };
  expect(finishValue(field, rawSection(acf, 'steps', field), context)).toEqual({
    value: { rows: [{ title: 'One' }, { title: 'Three' }] },
    faults: [],
  });
});

test('a repeater’s own rows win over groups', () => {
  const acf = { steps: [{ title: 'Row' }], steps_1: { title: 'Group' } };
  expect(rawSection(acf, 'steps', field)).toEqual([{ title: 'Row' }]);
});

test('groups without a value are no list', () => {
  const raw = rawSection({ steps_1: { title: '' } }, 'steps', field);
  expect(finishValue(field, raw, context)).toEqual({ faults: [] });
});
