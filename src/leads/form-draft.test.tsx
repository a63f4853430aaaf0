import { beforeEach, expect, it, vi } from 'vitest';
import { dropDraft, saveDraft, readDraft } from './form-draft.ts';

const draft = { step: 2, session: 's1', contactId: 'c1', values: { firstName: 'Ada' }, since: 1 } as const;

beforeEach(() => sessionStorage.clear());

it('stores one draft for each form on each page', () => {
  saveDraft('/buy', 'contact', draft);
  saveDraft('/sell', 'contact', { ...draft, session: 's2' });
  expect(readDraft('/buy', 'contact')).toMatchObject(draft);
  dropDraft('/buy', 'contact');
  expect(readDraft('/buy', 'contact')).toBeUndefined();
  expect(readDraft('/sell', 'contact')?.session).toBe('s2');
});

it('expires after a day', () => {
  saveDraft('/buy', 'contact', draft);
  expect(readDraft('/buy', 'contact', Date.now() + 23 * 60 * 60_000)).toBeDefined();
  expect(readDraft('/buy', 'contact', Date.now() + 25 * 60 * 60_000)).toBeUndefined();
});

it('tolerates blocked storage and ignores invalid drafts', () => {
  sessionStorage.setItem('formDraft', '{"/buy#contact": {"step": 7}}');
  expect(readDraft('/buy', 'contact')).toBeUndefined();
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError');
  });
  saveDraft('/buy', 'contact', draft);
  refuse.mockRestore();
  expect(readDraft('/buy', 'contact')).toBeUndefined();
});
