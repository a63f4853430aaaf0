import { beforeEach, expect, it } from 'vitest';
import { fillUnchangedFields, isFormDirty, readFormValues } from './form-values.ts';

let form: HTMLFormElement;

beforeEach(() => {
  document.body.innerHTML = `
    <form>
      <input type="hidden" name="_consent" value="v2">
      <input name="city" value="">
      <textarea name="message"></textarea>
      <select name="topic"><option value="a">A</option><option value="b" selected>B</option></select>
      <input type="radio" name="way" value="phone" checked>
      <input type="radio" name="way" value="email">
      <input type="radio" name="way" value="letter">
      <input type="checkbox" name="agreed">
    </form>`;
  const [first] = document.forms;
  if (!first) throw new Error('There is no form.');
  form = first;
});

const control = (selector: string) => {
  const found = form.querySelector<HTMLInputElement>(selector);
  if (!found) throw new Error(`There is no ${selector}.`);
  return found;
};

it.each<[string, () => void]>([
  ['text', () => (control('[name=city]').value = 'Ankeny')],
  ['a text area', () => (control('[name=message]').value = 'Hello')],
  ['a select', () => (control('select').value = 'a')],
  ['a radio button', () => (control('[value=letter]').checked = true)],
  ['a checkbox', () => (control('[name=agreed]').checked = true)],
])('notices a change of %s', (_, change) => {
  expect(isFormDirty(form)).toBe(false);
  change();
  expect(isFormDirty(form)).toBe(true);
});

it('fills in every kind of control', () => {
  const values = { city: 'Ankeny', message: 'Hello', topic: 'a', way: 'email', agreed: 'on' };
  fillUnchangedFields(form, { ...values, _consent: 'v1' });
  expect(readFormValues(form)).toEqual({ ...values, _consent: 'v2' });
});

it('never overwrites what the visitor has changed, the other buttons of a group included', () => {
  control('[value=letter]').checked = true;
  control('[name=city]').value = 'Ames';
  control('select').value = 'a';
  fillUnchangedFields(form, { way: 'email', city: 'Ankeny', topic: 'b' });
  expect(readFormValues(form)).toMatchObject({ way: 'letter', city: 'Ames', topic: 'a' });
});
