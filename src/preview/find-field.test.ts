import { describe, expect, it } from 'vitest';
import type { ResolvedPlacement } from '../contracts/placement.ts';
import { findField, type ClickedElement } from './find-field.ts';

const placement: ResolvedPlacement = {
  block: 'hero',
  key: 'hero',
  region: 'main',
  props: {
    title: 'Come home  to Iowa',
    intro: '<p>First paragraph of it.</p><p>Second &amp; last one.</p>',
    cta: { href: '/buy', text: 'See homes', newTab: false },
    image: { src: '/media/abc/1200', width: 1200, height: 800, alt: '' },
    figure: 328500,
    items: {
      rows: [
        { name: 'Ankeny', text: 'North of the city' },
        { name: 'Waukee', text: 'West of the city', image: { src: '/media/def/800', alt: '' } },
      ],
    },
  },
};

const text = (value: string): ClickedElement => ({ text: value, picture: '' });
const at = (...clicked: ClickedElement[]) => findField(placement, clicked);

describe('the field of a clicked element', () => {
  it('is the field with the same text, regardless of white space', () => {
    expect(at(text('Come home to\nIowa'))).toEqual({ placement: 'hero', field: 'title' });
    expect(at(text('See homes'))).toEqual({ placement: 'hero', field: 'cta' });
    expect(at(text('328,500'))).toEqual({ placement: 'hero', field: 'figure' });
  });

  it('is a cell of a row', () => {
    expect(at(text('Waukee'))).toEqual({ placement: 'hero', field: 'items', row: 1, column: 'name' });
  });

  it('is the formatted text that contains the clicked paragraph', () => {
    expect(at(text('Second & last one.'))).toEqual({ placement: 'hero', field: 'intro' });
  });

  it('is the field of the innermost element whose text matches a field', () => {
    expect(at(text('→'), text('See homes'), text('Come home to Iowa See homes'))).toEqual({
      placement: 'hero',
      field: 'cta',
    });
  });

  it('is a picture field, whatever the width of the picture', () => {
    expect(at({ text: '', picture: 'https://example.com/media/abc/640' })).toEqual({
      placement: 'hero',
      field: 'image',
    });
    expect(at({ text: '', picture: '/media/def/400' })).toMatchObject({ row: 1, column: 'image' });
  });

  it('is the title or the text of a post', () => {
    const post = { title: 'News', content: '<p>A longer paragraph.</p>', categories: [{ name: 'Market' }] };
    const shown = { ...placement, key: 'post', props: { post } };
    expect(findField(shown, [text('News')])).toEqual({ placement: 'post', field: 'title' });
    expect(findField(shown, [text('A longer paragraph.')])).toEqual({ placement: 'post', field: 'content' });
    expect(findField(shown, [text('Market')])).toEqual({ placement: 'post', field: '' });
  });

  it('is empty if the text belongs to the block itself, so that only the section is known', () => {
    expect(at(text('Estimate only'), text(''))).toEqual({ placement: 'hero', field: '' });
  });
});
