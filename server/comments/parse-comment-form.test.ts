import { expect, it } from 'vitest';
import { commentIdempotencyKey, parseCommentForm, type SubmittedComment } from './parse-comment-form.ts';

const POSTED = {
  post: '7',
  parent: '3',
  author: ' Jane  Doe ',
  email: 'jane@visitor.test',
  comment: ' Nice\r\nhouse ',
};
const WRITTEN: SubmittedComment = {
  post: 7,
  parent: 3,
  name: 'Jane Doe',
  email: 'jane@visitor.test',
  body: 'Nice\nhouse',
  isTrapped: false,
};

it('reads what a visitor wrote', () => {
  expect(parseCommentForm(POSTED, { needsName: true })).toEqual(WRITTEN);
  expect(parseCommentForm({ ...POSTED, author: '', email: undefined }, { needsName: false })).toEqual({
    ...WRITTEN,
    name: '',
    email: '',
  });
});

it.each([
  ['no comment', { comment: ' ' }],
  ['no name', { author: '' }],
  ['no e-mail address', { email: '' }],
  ['a wrong e-mail address', { email: 'jane' }],
  ['no post', { post: '' }],
  ['a post that is no number', { post: 'x' }],
  ['two names', { author: ['a', 'b'] }],
  ['a comment that is too long', { comment: 'x'.repeat(5_001) }],
  ['a name that is too long', { author: 'x'.repeat(246) }],
])('is incomplete with %s', (_what, change) => {
  expect(parseCommentForm({ ...POSTED, ...change }, { needsName: true })).toBe('incomplete');
});

it('keeps out line breaks and control characters from the name, where e-mails would read them', () => {
  const read = parseCommentForm({ ...POSTED, author: 'Jane\r\nBcc: x\u0000' }, { needsName: true });
  expect(read).toMatchObject({ name: 'Jane Bcc: x' });
});

it('recognizes bots by the hidden input', () => {
  expect(parseCommentForm({ ...POSTED, website: 'https://spam.example' }, { needsName: true })).toEqual({
    ...WRITTEN,
    isTrapped: true,
  });
});

it('has the same key for a repeat only', () => {
  expect(commentIdempotencyKey({ ...WRITTEN })).toBe(commentIdempotencyKey(WRITTEN));
  for (const change of [
    { post: 8 },
    { parent: 0 },
    { name: 'J' },
    { email: 'j@x.test' },
    { body: 'Other' },
  ]) {
    expect(commentIdempotencyKey({ ...WRITTEN, ...change })).not.toBe(commentIdempotencyKey(WRITTEN));
  }
});
