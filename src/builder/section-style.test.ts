import { expect, it } from 'vitest';
import { defineBlock } from './block.ts';
import { text } from './fields.ts';
import { allStyleParts, splitStyle } from './section-style.ts';

const heading = { id: 'heading', title: 'Heading', description: '', style: allStyleParts };

it('adds the fields of the style to those of the block', () => {
  const { fields } = defineBlock({ ...heading, fields: { title: text({ label: 'Title' }) } });
  expect(Object.keys(fields)).toEqual(['title', 'spacing', 'width', 'devices']);
});

it('refuses a field with the name of a part of the style', () => {
  const declare = () => defineBlock({ ...heading, fields: { width: text({ label: 'Width' }) } });
  expect(declare).toThrow('Block "heading", field "width": the style has a field of this name.');
});

it('turns the parts that an editor chose into attributes, and leaves the other values to the view', () => {
  const values = { title: 'Hello', spacing: 'compact', width: 'normal', devices: 'phone' };
  expect(splitStyle(allStyleParts, values)).toEqual({
    props: { title: 'Hello' },
    attributes: { 'data-spacing': 'compact', 'data-on': 'phone' },
  });
  expect(splitStyle([], values)).toEqual({ props: values, attributes: {} });
});
