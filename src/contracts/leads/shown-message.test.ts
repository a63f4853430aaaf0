import { describe, expect, it } from 'vitest';
import { leadMessage, messagePreview, notesWithoutFormLines } from './shown-message.ts';

describe('leadMessage', () => {
  it('is what the visitor wrote, otherwise null', () => {
    expect(leadMessage({ message: ' Hello ' })).toBe('Hello');
    expect(leadMessage({ message: ' ' })).toBeNull();
    expect(leadMessage({ message: null })).toBeNull();
  });
});

describe('otherNotes', () => {
  it('leaves out the lines of our forms', () => {
    const notes = 'Inquiry: General question\nCampaign: utm_source google\nPhone as typed: call me';
    expect(notesWithoutFormLines({ notes })).toBe('Phone as typed: call me');
    expect(notesWithoutFormLines({ notes: 'Inquiry: General question' })).toBeNull();
    expect(notesWithoutFormLines({ notes: 'Fenced yard' })).toBe('Fenced yard');
    expect(notesWithoutFormLines({ notes: null })).toBeNull();
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
    expect(messagePreview(`${'x'.repeat(11)}😀`, 12)).toBe(`${'x'.repeat(11)}…`);
  });

  it('cuts no emoji in half', () => {
    expect(messagePreview(`a${'😀'.repeat(10)}`, 12)).toBe(`a${'😀'.repeat(5)}…`);
  });
});
