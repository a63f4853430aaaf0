import { describe, expect, it } from 'vitest';
import { newBlockFieldKinds, parseBlockIdentity, parseNewBlockFields } from './read-answers.ts';

const taken = new Set(['hero', 'call-to-action']);

describe('the title of a new block', () => {
  it.each([
    ['Open house', 'open-house', 'Open house'],
    ['  Open   house ', 'open-house', 'Open house'],
    ['open-house', 'open-house', 'Open house'],
    ['Café & "Bar"', 'cafe-bar', 'Café & "Bar"'],
    ["Agent's tips", 'agents-tips', "Agent's tips"],
    ['Top 10', 'top-10', 'Top 10'],
  ])('%s gives the id %s', (typed, id, title) => {
    expect(parseBlockIdentity(typed, taken)).toEqual({ id, title });
  });

  it('is refused with the fix if its id is taken', () => {
    expect(() => parseBlockIdentity('Call to Action', taken)).toThrow(
      'There is a block "call-to-action" already. Choose another title, or edit blocks/call-to-action.',
    );
    expect(() => parseBlockIdentity('SEO', taken)).toThrow('used by the site itself');
  });

  it.each(['', '   ', '10 tips', '…', '日本'])('is refused if no id results: "%s"', (typed) => {
    expect(() => parseBlockIdentity(typed, taken)).toThrow('Start the title with a letter');
  });

  it('is refused if its id is longer than 40 characters', () => {
    expect(parseBlockIdentity('a'.repeat(40), taken).id).toHaveLength(40);
    expect(() => parseBlockIdentity('a'.repeat(41), taken)).toThrow('Choose a shorter title');
  });
});

describe('the fields of a new block', () => {
  it('are names with kinds; without a kind, a field is text', () => {
    expect(parseNewBlockFields('note, opens_at photo:image, text:RICHTEXT')).toEqual([
      { name: 'note', kind: 'text' },
      { name: 'opens_at', kind: 'text' },
      { name: 'photo', kind: 'image' },
      { name: 'text', kind: 'richText' },
    ]);
    expect(
      parseNewBlockFields(newBlockFieldKinds.map((kind, index) => `field${index}:${kind}`).join(' ')),
    ).toHaveLength(7);
  });

  it('are one rich text field if none are named', () => {
    expect(parseNewBlockFields(' ')).toEqual([{ name: 'text', kind: 'richText' }]);
  });

  it.each([
    ['Photo', '"Photo" is no field name'],
    [':image', '"" is no field name'],
    ['photo:picture', '"photo:picture" names no kind of field. Use one of: text, richText'],
    ['photo:image:text', '"photo:image:text" names no kind of field'],
    ['note note:number', '"note" is named twice'],
    ['tone', 'Every new block has "tone" already'],
    ['title:text', 'Every new block has "title" already'],
    ['class', '"class" has a meaning in JavaScript or React'],
    ['key', '"key" has a meaning in JavaScript or React'],
  ])('are refused with the fix: %s', (typed, message) => {
    expect(() => parseNewBlockFields(typed)).toThrow(message);
  });

  it('are refused with all their faults at once', () => {
    expect(() => parseNewBlockFields('Photo key')).toThrow(/"Photo".*\n"key"/);
  });
});
