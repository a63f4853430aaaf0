import { describe, expect, it } from 'vitest';
import { readSubmission } from './read-submission.ts';

const read = (body: unknown, more: { endpoint?: 'market-reports'; contactId?: string } = {}) =>
  readSubmission(body, { endpoint: 'contact', now: 0, ...more });
const submission = (body: unknown, more = {}) => {
  const answer = read(body, more);
  if ('fields' in answer) throw new Error(JSON.stringify(answer.fields));
  return answer.submission;
};

describe('a payload', () => {
  it('without a form needs only an e-mail address or a phone number', () => {
    expect(submission({ phone: '515 555 0123' })).toEqual({
      form: 'api',
      step: '1',
      phone: '515 555 0123',
      phoneE164: '+15155550123',
      tags: [],
      suspicions: [],
    });
    expect(read({ firstName: 'Ann' })).toHaveProperty('fields');
    expect(read({ phone: '123456789' })).toHaveProperty('fields');
    expect(read({ email: 'ann@home' })).toHaveProperty('fields');
  });

  it('gets the standard tags, without duplicates', () => {
    const body = {
      email: 'a@b.co',
      page: '/buy',
      source: 'Buy Page (/buy)',
      tags: ['Buyer'],
      customData: { utm_source: 'flyer', inquiryType: 'both' },
    };
    const tags = ['Buyer', '/buy', 'Buy Page', 'flyer', 'buying', 'buyer-seller'];
    expect(submission(body).tags).toEqual(tags);
    expect(submission({ ...body, tags }).tags).toEqual(tags);
    const report = { form: 'market-report-form', contact: 'x', email: 'a@b.co', page: '/', addTags: true };
    expect(submission(report).tags).toEqual(['Website Lead', 'Real Estate', '/', 'general']);
    const old = (source: string) => submission({ email: 'a@b.co', source }).tags;
    expect(old('Phone call')).toEqual(['Phone call']);
    expect(old('Sell Page (/sell)')).toEqual(['/sell', 'Sell Page', 'selling']);
    expect(old('/sell/staging-tips')).toEqual(['/sell/staging-tips', 'selling']);
  });

  it('has no half of an emoji where a value is cut', () => {
    const long = `a${'🏠'.repeat(500)}`;
    const body = { email: 'a@b.co', page: `/${long}`, source: long, tags: [long], addTags: [long] };
    const read = submission({ ...body, attribution: { first: {}, last: { landing: long, at: '' } } });
    expect(JSON.stringify(submission({ ...body, customData: { utm_source: long } }))).not.toContain('\\ud');
    expect(JSON.stringify(read)).not.toContain('\\ud');
  });

  it('has a source and tags without line breaks or control characters', () => {
    const { source, tags, notes } = submission({
      email: 'a@b.co',
      source: 'Buy\r\nBcc: all@example.com\u2028Page\u0007',
      tags: ['Buyer\nVIP', 'a\u2029b\tc', '\u0085'],
      addTags: ['New\n\nLead'],
      notes: 'one\ntwo',
      page: '/buy\nx',
      customData: { utm_source: 'fly\ner', inquiryType: 'buying\u2028now' },
      attribution: {
        first: { landing: '/', at: 'then' },
        last: { landing: '/', at: 'now', utm_campaign: 'spring\nsale' },
      },
    });
    expect(source).toBe('Buy Bcc: all@example.com Page');
    expect(tags.slice(0, 3)).toEqual(['Buyer VIP', 'a b c', 'New Lead']);
    expect(tags).toContain('spring sale');
    expect(tags.filter((tag) => /[\p{Cc}\p{Zl}\p{Zp}]/u.test(tag))).toEqual([]);
    expect(notes).toBe('one\ntwo');
  });

  it('keeps an invalid e-mail address in the notes', () => {
    expect(submission({ phone: '5155550123', email: 'ann at home', notes: 'Hi' })).toMatchObject({
      notes: 'Hi\nE-mail as typed: ann at home',
      phone: '5155550123',
    });
    expect(submission({ phone: '5155550123', email: 'ann at home' })).not.toHaveProperty('email');
  });

  it('finds the phone number in a text, and keeps the text', () => {
    const words = 'Call me at 515-555-0123 after 5pm, ask for Jane';
    for (const form of ['quick-lead-form', 'market-report-form', undefined]) {
      expect(submission({ form, step: 1, phone: words })).toMatchObject({
        phone: words,
        phoneE164: '+15155550123',
      });
    }
    const numberIn = (phone: string) => submission({ phone }).phoneE164;
    expect(numberIn('515-555-0123 or 515-555-0199')).toBe('+15155550123');
    expect(numberIn('after 6: +44 20 7946 0958, evenings')).toBe('+442079460958');
    expect(numberIn('515-555-0123 9am')).toBe('+15155550123');
    expect(numberIn('Room 204, 515-555-0123')).toBeUndefined();
  });

  it('has no E.164 number if the digits are not a valid phone number', () => {
    expect(submission({ phone: '000 000 0000 00000 000' })).not.toHaveProperty('phoneE164');
  });

  it('truncates values the visitor did not type, and refuses typed text that is too long', () => {
    const tags = Array.from({ length: 50 }, (_, at) => `${at} ${'x'.repeat(200)}`);
    const short = submission({ email: 'a@b.co', tags, source: 's'.repeat(400), page: `/${'p'.repeat(400)}` });
    expect([short.tags.length, short.tags[0]?.length, short.source?.length, short.page?.length]).toEqual([
      43, 100, 300, 300,
    ]);
    expect(short.tags.slice(40)).toEqual([`/${'p'.repeat(99)}`, 's'.repeat(100), 'general']);
    expect(read({ email: 'a@b.co', firstName: 'x'.repeat(101) })).toEqual({
      fields: { firstName: 'Please shorten this' },
    });
  });

  it('never truncates a value in the middle of a character', () => {
    const cutAt = (most: number) => `${'x'.repeat(most - 1)}😀`;
    const touch = { landing: cutAt(300), at: 'then', gclid: cutAt(300) };
    const cut = submission({
      email: 'a@b.co',
      source: cutAt(300),
      tags: [cutAt(100)],
      notes: cutAt(5000),
      areas: cutAt(100),
      page: `/${cutAt(299)}`,
      attribution: { first: touch, last: touch },
    });
    expect(cut).toMatchObject({
      source: 'x'.repeat(299),
      notes: 'x'.repeat(4999),
      areas: 'x'.repeat(99),
      page: `/${'x'.repeat(298)}`,
    });
    expect(cut.attribution?.first).toEqual({ landing: 'x'.repeat(299), at: 'then', gclid: 'x'.repeat(299) });
    expect(cut.tags.filter((tag) => !tag.isWellFormed())).toEqual([]);
    const page = submission({ email: 'a@b.co', page: `/${cutAt(99)}`, source: cutAt(100) });
    expect(page.tags).toEqual([`/${'x'.repeat(98)}`, 'x'.repeat(99), 'general']);
  });

  it.each([
    { email: ['a@b.co'] },
    { email: 'a@b.co', firstName: 7 },
    { email: 'a@b.co', tags: { a: 1 } },
    { email: 'a@b.co', tags: [1] },
    { email: 'a@b.co', customData: 'x' },
    { email: 'a@b.co', customData: { message: {} } },
    { email: 'a@b.co', form: 'no-form' },
    { email: 'a@b.co', step: 3 },
    { email: 'a@b.co', consent: 'yes' },
    [],
    'a@b.co',
    7,
    null,
    undefined,
  ])('with wrong types is refused: %j', (body) => {
    expect(read(body)).toHaveProperty('fields');
  });

  it('loses the characters that a database cannot store', () => {
    expect(
      submission({ email: 'a@b.co', notes: 'a\u0000b\ud800c\u001b', firstName: ' Ann\u0007 ' }),
    ).toMatchObject({
      notes: 'ab\ufffdc',
      firstName: 'Ann',
    });
  });

  it('is not suspicious if the visitor’s clock was set back', () => {
    expect(submission({ email: 'a@b.co', elapsed: 1999 }).suspicions).toEqual(['too-fast']);
    expect(submission({ email: 'a@b.co', elapsed: -3_600_000 }).suspicions).toEqual([]);
  });

  it.each([null, '', ' ', false, true, 'soon'])('is not suspicious if the time is %j', (elapsed) => {
    expect(submission({ email: 'a@b.co', elapsed }).suspicions).toEqual([]);
  });

  it('is suspicious if a form-encoded body says that it was filled in too fast', () => {
    expect(submission({ email: 'a@b.co', elapsed: '1999' }).suspicions).toEqual(['too-fast']);
  });

  it('has no session if the session could be guessed', () => {
    expect(submission({ email: 'a@b.co', session: '1' })).not.toHaveProperty('session');
    expect(submission({ email: 'a@b.co', session: 'x'.repeat(16) })).toHaveProperty('session');
  });

  it('may include the attribution, in our format or in the specified one', () => {
    const touch = { landing: '/', at: '2026-01-01T00:00:00Z', utm_source: 'news', other: 'x', gclid: 5 };
    expect(
      submission({ email: 'a@b.co', attribution: { first: touch, last: touch } }).attribution?.last,
    ).toEqual({
      landing: '/',
      at: '2026-01-01T00:00:00Z',
      utm_source: 'news',
    });
    expect(submission({ email: 'a@b.co', attribution: 'x' })).not.toHaveProperty('attribution');
    const custom = { campaign: 'spring', utm_source: 'news' };
    expect(submission({ email: 'a@b.co', page: '/buy', customData: custom }).attribution?.first).toEqual({
      landing: '/buy',
      at: '1970-01-01T00:00:00.000Z',
      utm_source: 'news',
      utm_campaign: 'spring',
    });
  });
});

describe('a form’s own rules', () => {
  it('apply to the step in the payload', () => {
    expect(read({ form: 'lead-form', step: 1, phone: '5'.repeat(21) })).toEqual({
      fields: { phone: 'Please enter a valid phone number' },
    });
    expect(read({ form: 'lead-form', step: 2, session: 'x'.repeat(20) })).toEqual({
      fields: { firstName: 'First name is required', lastName: 'Last name is required' },
    });
    expect(submission({ form: 'lead-form', step: 1, phone: '5155550123' })).toMatchObject({
      step: '1',
      contactMethod: 'phone',
    });
    const report = { form: 'market-report-form', step: 2, name: 'A', email: 'a@b.co' };
    expect(read(report, { endpoint: 'market-reports' })).toEqual({
      fields: { name: 'Name must be at least 2 characters.', areas: 'Please select an area of interest.' },
    });
  });

  it('do not apply to the contact change after a market report subscription', () => {
    const change = { form: 'market-report-form', step: 2, firstName: 'Ann', email: 'a@b.co' };
    expect(submission(change, { contactId: 'x' })).toMatchObject({
      step: '2',
      contactId: 'x',
      firstName: 'Ann',
    });
  });
});
