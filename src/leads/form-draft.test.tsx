import { beforeEach, expect, it, vi } from 'vitest';
import { dropFormDraft, saveFormDraft, readFormDraft } from './form-draft.ts';

const draft = { step: 2, session: 's1', contactId: 'c1', values: { firstName: 'Ada' }, since: 1 } as const;

beforeEach(() => sessionStorage.clear());

it('stores one draft for each form on each page', () => {
  saveFormDraft('/buy', 'contact', draft);
  saveFormDraft('/sell', 'contact', { ...draft, session: 's2' });
  expect(readFormDraft('/buy', 'contact')).toMatchObject(draft);
  dropFormDraft('/buy', 'contact');
  expect(readFormDraft('/buy', 'contact')).toBeUndefined();
  expect(readFormDraft('/sell', 'contact')?.session).toBe('s2');
});

it('expires after a day', () => {
  saveFormDraft('/buy', 'contact', draft);
  expect(readFormDraft('/buy', 'contact', Date.now() + 23 * 60 * 60_000)).toBeDefined();
  expect(readFormDraft('/buy', 'contact', Date.now() + 25 * 60 * 60_000)).toBeUndefined();
});

it('tolerates blocked storage and ignores invalid drafts', () => {
  sessionStorage.setItem('formDraft', '{"/buy#contact": {"step": 7}}');
  expect(readFormDraft('/buy', 'contact')).toBeUndefined();
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError');
  });
  saveFormDraft('/buy', 'contact', draft);
  refuse.mockRestore();
  expect(readFormDraft('/buy', 'contact')).toBeUndefined();
});
