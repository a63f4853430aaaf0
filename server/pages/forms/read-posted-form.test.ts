import { expect, it } from 'vitest';
import type { ResolvedPlacement } from '../../../src/contracts/placement.ts';
import { formPlacements, readPostedForm } from './read-posted-form.ts';

const placement = (key: string, block: string): ResolvedPlacement => ({
  key,
  block,
  region: 'main',
  props: {},
});
const page = [placement('top', 'hero'), placement('visit', 'lead-form'), placement('talk', 'contact-form')];

it('finds the placements with forms, whatever their keys are', () => {
  expect(formPlacements(page).map(({ key }) => key)).toEqual(['visit', 'talk']);
});

it('separates the visitor’s fields from those of the form itself', () => {
  const body = new URLSearchParams({
    _placement: 'visit',
    _step: '2',
    _session: 's',
    _contact: 'c',
    _consent: 'v1',
    website: 'filled',
    firstName: ' Ada ',
    message: 'one\r\ntwo',
    consentService: 'on',
  }).toString();
  expect(readPostedForm(body, page)).toMatchObject({
    form: 'lead-form',
    step: 2,
    session: 's',
    contactId: 'c',
    back: false,
    values: { firstName: ' Ada ', message: 'one\ntwo', consentService: 'on' },
    fields: { website: 'filled', _consent: 'v1' },
  });
});

it('prefers a visible field to a hidden one of the same name, and ignores an empty session', () => {
  const posted = readPostedForm('_placement=visit&_step=2&_session=&phone=1&phone=2&_action=back', page);
  expect(posted?.values).toEqual({ phone: '2' });
  expect(posted?.session).toBeUndefined();
  expect(posted?.back).toBe(true);
});

it.each([
  ['no placement', '_step=1'],
  ['a placement the page has not', '_placement=hidden&_step=1'],
  ['a placement that is no form', '_placement=top&_step=1'],
  ['a step there is not', '_placement=visit&_step=3'],
  ['a second step of a form that has one', '_placement=talk&_step=2'],
  ['a step of another kind', '_placement=visit&_step=constructor'],
  ['nothing', ''],
])('rejects a post with %s', (_, body) => {
  expect(readPostedForm(body, page)).toBeNull();
});

it('leaves out names that no form has, and fields beyond the limit', () => {
  const many = Array.from({ length: 100 }, (_, index) => `a${index}=1`).join('&');
  const posted = readPostedForm(`_placement=visit&__proto__=x&a.b=1&c[d]=2&${many}`, page);
  expect(Object.keys(posted?.values ?? {})).toEqual(Array.from({ length: 36 }, (_, index) => `a${index}`));
});
