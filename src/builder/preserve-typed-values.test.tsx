import { afterEach, expect, it } from 'vitest';
import { preserveTypedValues } from './preserve-typed-values.ts';

const contactForm = (placement: string) =>
  `<div id="${placement}" data-placement="form"><form><input name="contact"><input type="checkbox" name="consent"></form></div>`;
const input = (selector: string) => {
  const found = document.querySelector<HTMLInputElement>(selector);
  if (!found) throw new Error(`There is no ${selector}.`);
  return found;
};

afterEach(() => {
  document.body.innerHTML = '';
});

it('restores what was typed into a form that was rendered again', () => {
  document.body.innerHTML = contactForm('quick') + contactForm('report');
  input('#report [name=contact]').value = 'wren@example.com';
  const restore = preserveTypedValues(document.body);
  document.body.innerHTML = contactForm('quick') + contactForm('report');
  restore();
  expect(input('#quick [name=contact]').value).toBe('');
  expect(input('#report [name=contact]').value).toBe('wren@example.com');
});

it('never fills in a form, nor gives its consent, with what was typed into another one', () => {
  document.body.innerHTML = contactForm('quick') + contactForm('report');
  const restore = preserveTypedValues(document.body);
  input('#quick [name=contact]').value = 'wren@example.com';
  input('#quick [name=consent]').checked = true;
  input('#report [name=contact]').value = 'ashdown@example.com';
  // The first form goes on to its second step.
  const form = document.querySelector('#quick form');
  if (form) form.innerHTML = '<input name="firstName">';
  restore();
  expect(input('#report [name=contact]').value).toBe('ashdown@example.com');
  expect(input('#report [name=consent]').checked).toBe(false);
});
