import { expect, it } from 'vitest';
import { buildStepPayload, buildContactUpdatePayload } from './all-forms.ts';
import type { PayloadContext } from './build-requests.ts';

const at = '2026-11-01T12:00:00.000Z';
const attribution = {
  first: { landing: '/', at },
  last: { landing: '/buy', at, utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring' },
};
const context: PayloadContext = {
  session: 'b5f5a4f0-6d6c-4f0e-9f8e-6f6a6b1f2d3c',
  page: '/buy',
  source: 'Buy Page',
  tags: ['Website Lead', 'Buyer'],
};
const home: PayloadContext = {
  ...context,
  page: '/',
  source: 'Home Page',
  tags: ['Website Lead', 'Real Estate'],
};
const ours = { session: context.session, page: '/buy' };
const person = { firstName: 'Ada', lastName: 'King', email: 'ada@example.com', phone: '515-555-0100' };
const homeTags = ['Website Lead', 'Real Estate', '/', 'Home Page', 'general'];

it('short form, step 1: source, tags, and either e-mail or phone', () => {
  const rest = {
    source: 'Home Page',
    tags: homeTags,
    form: 'quick-lead-form',
    step: 1,
    session: context.session,
    page: '/',
  };
  expect(buildStepPayload('quick-lead-form', 1, { contact: ' ada@example.com ' }, home)).toEqual({
    email: 'ada@example.com',
    ...rest,
  });
  expect(buildStepPayload('quick-lead-form', 1, { contact: '515-555-0100' }, home)).toEqual({
    phone: '515-555-0100',
    ...rest,
  });
});

it('short form, step 2: the person, tags to add, a note', () => {
  const values = { ...person, contact: 'ada@example.com', inquiryType: 'both' };
  expect(buildStepPayload('quick-lead-form', 2, values, { ...home, contactId: 'c1' })).toEqual({
    ...person,
    source: 'Home Page',
    tags: [...homeTags, 'buyer-seller'],
    addTags: true,
    notes: 'Inquiry: Buying and selling',
    customData: { inquiryType: 'both' },
    form: 'quick-lead-form',
    step: 2,
    session: context.session,
    contactId: 'c1',
    page: '/',
  });
});

it('market report, step 1: source, tags, and either e-mail or phone', () => {
  const report = { ...home, source: 'Market Report' };
  expect(buildStepPayload('market-report-form', 1, { contact: '(515) 555-0100' }, report)).toEqual({
    phone: '(515) 555-0100',
    source: 'Market Report',
    tags: ['Website Lead', 'Real Estate', '/', 'Market Report', 'general'],
    form: 'market-report-form',
    step: 1,
    session: context.session,
    page: '/',
  });
});

it('market report, step 2: the subscription, then the contact with its name split on spaces', () => {
  const values = {
    name: ' Ada King  Lovelace',
    email: 'ada@example.com',
    areas: 'ankeny',
    phone: '5155550100',
  };
  const report = { ...home, source: 'Market Report', contactId: 'c1' };
  const rest = { form: 'market-report-form', step: 2, session: context.session, contactId: 'c1', page: '/' };
  expect(buildStepPayload('market-report-form', 2, values, report)).toEqual({
    name: 'Ada King  Lovelace',
    email: 'ada@example.com',
    phone: '5155550100',
    areas: 'ankeny',
    ...rest,
  });
  expect(buildContactUpdatePayload(values, report)).toEqual({
    firstName: 'Ada',
    lastName: 'King Lovelace',
    email: 'ada@example.com',
    source: 'Market Report',
    tags: ['Website Lead', 'Real Estate', '/', 'Market Report', 'general'],
    addTags: true,
    customData: { area_of_interest: 'ankeny' },
    ...rest,
  });
  expect(buildContactUpdatePayload({ ...values, name: 'Ada' }, report)).not.toHaveProperty('lastName');
});

it('two-step form, step 1: only the chosen contact method', () => {
  const values = { contactMethod: 'phone', phone: '515-555-0100', email: 'ada@example.com' };
  const rest = {
    source: 'Buy Page',
    tags: ['Website Lead', 'Buyer', '/buy', 'Buy Page', 'buying'],
    form: 'lead-form',
    step: 1,
    ...ours,
  };
  expect(buildStepPayload('lead-form', 1, values, context)).toEqual({ phone: '515-555-0100', ...rest });
  expect(buildStepPayload('lead-form', 1, { ...values, contactMethod: 'email' }, context)).toEqual({
    email: 'ada@example.com',
    ...rest,
  });
});

it('two-step form, step 2: source with the page, and everything else in customData', () => {
  const values = { ...person, contactMethod: 'phone', source: 'Google', message: 'Soon.' };
  expect(buildStepPayload('lead-form', 2, values, { ...context, attribution, contactId: 'c1' })).toEqual({
    ...person,
    source: 'Buy Page (/buy)',
    customData: {
      message: 'Soon.',
      contactMethod: 'phone',
      referralSource: 'Google',
      campaign: 'spring',
      utm_source: 'google',
      utm_medium: 'cpc',
      utm_campaign: 'spring',
    },
    tags: ['Website Lead', 'Buyer', '/buy', 'Buy Page', 'google', 'cpc', 'spring', 'buying'],
    form: 'lead-form',
    step: 2,
    ...ours,
    contactId: 'c1',
    attribution,
  });
});

it('a placement without source and tags: the page path as source', () => {
  const bare = { session: context.session, page: '/sell/staging-tips', tags: [] };
  const values = { firstName: 'Ada', lastName: 'King', email: '', phone: '', source: '', message: ' ' };
  expect(buildStepPayload('lead-form', 2, values, bare)).toEqual({
    firstName: 'Ada',
    lastName: 'King',
    source: '/sell/staging-tips',
    customData: {},
    tags: ['/sell/staging-tips', 'selling'],
    form: 'lead-form',
    step: 2,
    session: context.session,
    page: '/sell/staging-tips',
  });
});

it('contact form: the person, a note, and the inquiry', () => {
  const about = { ...context, page: '/about', source: 'About Page', tags: ['Website Lead'] };
  expect(buildStepPayload('contact-form', 1, { ...person, inquiryType: 'selling' }, about)).toEqual({
    ...person,
    source: 'About Page',
    tags: ['Website Lead', '/about', 'About Page', 'consultation', 'seller'],
    notes: 'Inquiry: Selling a home',
    customData: { inquiryType: 'selling' },
    form: 'contact-form',
    step: 1,
    session: context.session,
    page: '/about',
  });
  expect(buildStepPayload('contact-form', 1, person, about).customData).toEqual({ inquiryType: 'general' });
});

it('includes consent if the boxes were shown, the honeypot and the elapsed time', () => {
  const boxes = { _consent: '2026-11-01', consentMarketing: 'on' };
  const values = { contactMethod: 'phone', phone: '515-555-0100', website: 'spam', ...boxes };
  expect(buildStepPayload('lead-form', 1, values, { ...context, elapsed: 4200 })).toMatchObject({
    consent: { version: '2026-11-01', marketing: true, service: false },
    website: 'spam',
    elapsed: 4200,
  });
  const byEmail = { ...values, contactMethod: 'email', email: 'ada@example.com' };
  expect(buildStepPayload('lead-form', 1, byEmail, context)).not.toHaveProperty('consent');
});
