import { expect, test } from 'vitest';
import { parseHtml } from '../../server/content/html/html-document.ts';
import { leadAlertMailText, type LeadAlertData } from '../../server/leads/mail/lead-alert-text.ts';
import {
  leadConfirmationMailText,
  subscriptionConfirmationMailText,
} from '../../server/leads/mail/confirmation-text.ts';
import { renderHtmlMail, renderPlainMail } from '../../server/leads/mail/compose-mail.ts';
import { AFTER_HOURS, IN_HOURS, leadOf, SETTINGS } from './mail/lead-samples.ts';

const DAY_MS = 24 * 60 * 60_000;

type Consent = LeadAlertData['consents'][number];

function consentOf(kind: Consent['kind'], given: number, at = IN_HOURS): Consent {
  return {
    id: `${kind}-${at}`,
    lead_id: 'lead-1',
    kind,
    given,
    version: '1',
    phone: null,
    email: null,
    page: null,
    ip: null,
    user_agent: null,
    at,
  };
}

function alertOf(lead = leadOf(), facts: Partial<LeadAlertData> = {}) {
  return leadAlertMailText({
    lead,
    consents: [],
    history: { announced: false, earlier: { count: 0, last: null }, differs: [] },
    settings: SETTINGS,
    origin: 'https://homes.test',
    now: IN_HOURS + 5000,
    ...facts,
  });
}

test('the subject has the name, contact details, topic and place', () => {
  expect(alertOf().subject).toBe(
    'New lead: Sam Field, (515) 555-0142 — selling, Valuation request · /sell/home-valuation',
  );
});

test('the first line is a phone link, followed by e-mail, name, topic and message', () => {
  const plain = renderPlainMail(alertOf());
  expect(plain.split('\n').slice(0, 6)).toEqual([
    '(515) 555-0142 <tel:+15155550142>',
    'sam@visitor.test',
    'Sam Field',
    'Selling',
    '',
    '> We want to sell in spring.',
  ]);
});

test('the promised response time: its end during office hours, that it has passed, or when the office opens', () => {
  expect(renderPlainMail(alertOf())).toContain('In office hours. Promised: an answer by 3:12 PM.');
  expect(renderPlainMail(alertOf(leadOf(), { now: IN_HOURS + 3_600_000 }))).toContain('which has passed');
  expect(renderPlainMail(alertOf(leadOf({ created_at: AFTER_HOURS }), { now: AFTER_HOURS }))).toContain(
    'Outside office hours. The visitor expects you from 8 AM tomorrow.',
  );
});

test.each([
  ['2026-11-10T23:59:00-06:00', '2026-11-11T07:59:00-06:00', 'from 8 AM on Wednesday.'],
  ['2026-11-10T23:59:00-06:00', '2026-11-11T08:01:00-06:00', 'from 8 AM on Wednesday, which has passed.'],
  ['2026-11-10T23:59:00-06:00', '2026-11-17T23:59:00-06:00', 'from 8 AM on Wednesday, which has passed.'],
  ['2026-11-10T06:30:00-06:00', '2026-11-10T07:59:00-06:00', 'from 8 AM today.'],
  ['2026-11-10T06:30:00-06:00', '2026-11-10T09:00:00-06:00', 'from 8 AM today, which has passed.'],
])('an alert of %s that is sent at %s expects a reply %s', (wroteAt, now, words) => {
  const lead = leadOf({ created_at: Date.parse(wroteAt) });
  expect(renderPlainMail(alertOf(lead, { now: Date.parse(now) }))).toContain(`expects you ${words}`);
});

test('the alert says if the visitor left only a phone number', () => {
  const lead = leadOf({
    progress: 'contact',
    first_name: null,
    last_name: null,
    email: null,
    inquiry_type: null,
    message: null,
  });
  const alert = alertOf(lead);
  expect(alert.subject).toBe('New lead: (515) 555-0142 — Valuation request · /sell/home-valuation');
  expect(renderPlainMail(alert)).toContain('They left a number and did not finish the form so far.');
});

test.each([
  ['jane.@visitor.test', 'jane.@visitor.test'],
  ['jörg@visitor.test', 'jörg@visitor.test'],
  ['jane..doe\u202E@visitor.test', 'jane..doe @visitor.test'],
])('an address that cannot receive mail is shown as typed, without a link: %j', (email, shown) => {
  const bare = {
    first_name: null,
    last_name: null,
    inquiry_type: null,
    message: null,
    page: null,
    source: null,
  };
  const alert = alertOf(leadOf({ ...bare, progress: 'contact', phone: null, phone_e164: null, email }));
  expect(alert.subject).toBe(`New lead: ${shown}`);
  const plain = renderPlainMail(alert);
  expect(plain.split('\n')[0]).toBe(shown);
  expect(plain).toContain('They left an e-mail address and did not finish the form so far.');
  expect(renderHtmlMail(alert)).not.toContain('mailto:');
});

test('a number with an extension is a phone link, and is also shown as typed', () => {
  const plain = renderPlainMail(alertOf(leadOf({ phone: '515-555-0142 ext. 204' })));
  expect(plain.split('\n').slice(0, 3)).toEqual([
    '(515) 555-0142 <tel:+15155550142>',
    'Number as typed: 515-555-0142 ext. 204',
    'sam@visitor.test',
  ]);
});

test('the latest consent answer counts, and no answer means no consent', () => {
  expect(renderPlainMail(alertOf())).toContain('May I text?: Not asked. Do not text before they agree');
  const consents = [
    consentOf('service', 0, 1),
    consentOf('marketing', 1, 1),
    consentOf('service', 1, 2),
    consentOf('marketing', 0, 2),
  ];
  const plain = renderPlainMail(alertOf(leadOf(), { consents }));
  expect(plain).toContain('May I text?: Yes, about this request');
  expect(plain).toContain('Marketing?: No marketing calls or texts');
});

test('what a valuation asked, and the page’s own topic, are in the alert', () => {
  const alert = alertOf(
    leadOf({ topic: 'My credit', property_address: '12 Oak Street', bedrooms: '3', timing: 'Later' }),
  );
  expect(alert.subject).toContain('— My credit, Valuation request');
  const plain = renderPlainMail(alert);
  for (const line of ['Address of the home: 12 Oak Street', 'Bedrooms: 3', 'Wants to sell: Later']) {
    expect(plain).toContain(line);
  }
});

test('page, source, tags, campaign and times are listed below', () => {
  const at = new Date(IN_HOURS).toISOString();
  const attribution = JSON.stringify({
    first: { landing: '/buy', at, utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring' },
    last: { landing: '/sell', at, fbclid: 'abc' },
  });
  const plain = renderPlainMail(alertOf(leadOf({ attribution, revision: 2, updated_at: IN_HOURS + 60_000 })));
  expect(plain).toContain('Page: /sell/home-valuation <https://homes.test/sell/home-valuation>');
  expect(plain).toContain('Source: Valuation request · /sell/home-valuation');
  expect(plain).toContain('Tags: Website Lead, Seller');
  expect(plain).toContain('First came by: google / cpc / spring, first page /buy');
  expect(plain).toContain('Last came by: Facebook, first page /sell');
  expect(plain).toMatch(/Received: Tue, Nov 10, 2026, 3:02\sPM CST/);
  expect(plain).toMatch(/Changed: Tue, Nov 10, 2026, 3:03\sPM CST/);
});

test('a page that is not a path of the site is not a link', () => {
  for (const page of [
    'javascript:alert(1)',
    '//evil.test',
    '/\\evil.test',
    '/a"onx="',
    'https://evil.test',
  ]) {
    expect(renderPlainMail(alertOf(leadOf({ page })))).not.toContain('<https://homes.test');
  }
});

test('visitor input never becomes markup', () => {
  const hostile = '<img src=x onerror=alert(1)>"\'><a href="https://evil.test">&amp;</a>';
  const lead = leadOf({
    first_name: hostile,
    last_name: hostile,
    email: 'sam@visitor.test',
    phone: hostile,
    phone_e164: null,
    page: hostile,
    source: hostile,
    tags: JSON.stringify([hostile]),
    message: hostile,
    notes: hostile,
    referral_source: hostile,
    contact_method: hostile,
    attribution: JSON.stringify({ first: { landing: hostile, utm_source: hostile }, last: {} }),
  });
  const read = parseHtml(renderHtmlMail(alertOf(lead)));
  expect(read.querySelectorAll('img, script, [onerror], [src]')).toHaveLength(0);
  expect([...read.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    'mailto:sam@visitor.test',
  ]);
  expect(read.textContent).toContain(hostile);
});

/** Returns the confirmation of a lead that was sent after hours, if it is sent at `now`. */
function confirmationAt(now: number): string {
  return renderPlainMail(leadConfirmationMailText(leadOf({ created_at: AFTER_HOURS }), SETTINGS, now));
}

test('a confirmation says who will respond and when, and repeats no visitor input', () => {
  const plain = renderPlainMail(
    leadConfirmationMailText(leadOf({ message: 'Buy pills' }), SETTINGS, IN_HOURS),
  );
  expect(plain).toContain('Thank you, Sam.');
  expect(plain).toContain('within about 10 minutes');
  for (const said of [
    '(515) 555-0199',
    'Prairie Realty',
    'S12345000',
    'Ankeny, IA',
    'Equal Housing Opportunity',
  ]) {
    expect(plain).toContain(said);
  }
  expect(plain).not.toContain('pills');
  expect(confirmationAt(AFTER_HOURS)).toContain('from 8 AM tomorrow');
  expect(confirmationAt(AFTER_HOURS + DAY_MS)).toContain('from 8 AM on Wednesday');
});

test.each(['Win at evil.test', 'https://evil.test', 'Sam\nBuy', 'a b c', '1-800', ' '])(
  'a suspicious name is not repeated: %j',
  (name) => {
    expect(
      renderPlainMail(leadConfirmationMailText(leadOf({ first_name: name }), SETTINGS, IN_HOURS)),
    ).toMatch(/^Thank you\.\n/);
  },
);

test('a subscription is confirmed with its area and an unsubscribe link; unknown areas are not repeated', () => {
  const link = 'https://homes.test/unsubscribe?t=abc';
  const plain = renderPlainMail(
    subscriptionConfirmationMailText(leadOf(), 'west-des-moines', SETTINGS, link),
  );
  expect(plain).toContain('the market report for West Des Moines');
  expect(plain).toContain(`Unsubscribe: ${link}`);
  expect(
    renderPlainMail(subscriptionConfirmationMailText(leadOf(), 'evil.test', SETTINGS, link)),
  ).not.toContain('evil');
});
