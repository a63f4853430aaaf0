import { expect, it } from 'vitest';
import { text } from '../../../builder/fields.ts';
import {
  sectionHeadingOf,
  sectionIdsBetween,
  withSectionsMovedBy,
  withSectionsMovedTo,
} from './section-order.ts';

const content = ['a', 'b', 'c', 'd'].map((id) => ({ type: 'prose', props: { id } }));
const ids = (items: readonly { props: { id: string } }[] | null) =>
  items?.map(({ props }) => props.id).join('');

it('moves several sections, which stay in their order', () => {
  expect(ids(withSectionsMovedTo(content, new Set(['d', 'a']), 2))).toBe('badc');
  expect(ids(withSectionsMovedTo(content, new Set(['b']), 4))).toBe('acdb');
  expect(ids(withSectionsMovedBy(content, new Set(['c', 'd']), -1))).toBe('acdb');
  expect(ids(withSectionsMovedBy(content, new Set(['a', 'c']), 1))).toBe('bdac');
  expect(withSectionsMovedBy(content, new Set(['a']), -1)).toBeNull();
  expect(withSectionsMovedBy(content, new Set(['d']), 1)).toBeNull();
  expect(withSectionsMovedBy(content, new Set(), 1)).toBeNull();
});

it('finds the sections between two', () => {
  expect(sectionIdsBetween(content, 'c', 'a')).toEqual(['a', 'b', 'c']);
  expect(sectionIdsBetween(content, 'gone', 'b')).toEqual(['b']);
});

it('takes the heading as it is shown', () => {
  const block = {
    id: 'prose',
    title: 'Text',
    group: 'Text and pictures',
    description: '',
    fields: { title: text({ label: 'Title' }) },
  } as const;
  const item = { type: 'prose', props: { id: 'a', title: 'Call {phone}' } };
  const placement = { block: 'prose', key: 'a', region: 'main', props: { title: 'Call us' } } as const;
  expect(sectionHeadingOf(item, block, placement)).toBe('Call us');
  expect(sectionHeadingOf(item, block, undefined)).toBe('Call {phone}');
  expect(sectionHeadingOf({ type: 'prose', props: { id: 'a', title: ' ' } }, block, undefined)).toBeNull();
});
