import { describe, expect, it } from 'vitest';
import { leadMessage, messagePreview } from './lead-message.ts';

describe('leadMessage', () => {
  it('is the message, otherwise the notes of the form, otherwise null', () => {
    expect(leadMessage({ message: ' Hello ', notes: 'Fenced yard' })).toBe('Hello');
    expect(leadMessage({ message: ' ', notes: 'Fenced yard' })).toBe('Fenced yard');
    expect(leadMessage({ message: null, notes: null })).toBeNull();
  });
});

describe('messagePreview', () => {
  it('joins several lines into one', () => {
    expect(messagePreview('Three bedrooms,\n\nplease.')).toBe('Three bedrooms, please.');
    expect(messagePreview(' \n')).toBeNull();
    expect(messagePreview(null)).toBeNull();
  });

  it('cuts at a word, or within a word that is too long', () => {
    expect(messagePreview('one two three four', 12)).toBe('one two…');
    expect(messagePreview('x'.repeat(30), 12)).toBe(`${'x'.repeat(12)}…`);
  });
});
