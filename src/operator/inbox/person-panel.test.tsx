import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { leadFields, type LeadFieldName, type LeadFieldTexts } from '../../contracts/leads/lead-fields.ts';
import type { LeadDetail } from '../../contracts/operators/operator-leads.ts';
import { EMPTY_LEAD_DETAIL, testLeadRow } from '../testing/lead-row.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { AttributionPanel } from './attribution-panel.tsx';
import { PersonPanel } from './person-panel.tsx';

function textsOf(text: (field: LeadFieldName) => string): LeadFieldTexts;
function textsOf(text: (field: LeadFieldName) => string): object {
  return Object.fromEntries(leadFields.map(({ field }) => [field, text(field)]));
}

it('shows each declared field that operators read, under its label', () => {
  const lead: LeadDetail = {
    ...textsOf((field) => `The ${field}`),
    ...testLeadRow('one'),
    ...EMPTY_LEAD_DETAIL,
  };
  renderScreen(<PersonPanel lead={lead} />);
  const shown = leadFields.filter((each) => each.shown);
  expect(shown.length).toBeGreaterThan(4);
  for (const { label = '', field } of shown) {
    expect(screen.getByText(label).nextElementSibling?.textContent).toBe(`The ${field}`);
  }
});

it.each([
  ['lead-form', 'contact', '1', 'Lead form, first step only', /First step on/],
  ['lead-form', 'details', '2', 'Lead form, complete', /Details on/],
  ['contact-form', 'details', '1', 'Contact form, complete', /On \/buy/],
  // Other programs have no steps, whatever they send.
  ['api', 'contact', '1', 'Other program', /On \/buy/],
  ['api', 'details', '2', 'Other program', /On \/buy/],
] as const)(
  'names the form %s (%s), and the step %s only if there are several',
  (form, progress, step, label, sent) => {
    const lead: LeadDetail = {
      ...textsOf(() => ''),
      ...testLeadRow('one', { form, progress }),
      ...EMPTY_LEAD_DETAIL,
      submissions: [{ step, page: '/buy', at: 1_000 }],
    };
    renderScreen(
      <>
        <PersonPanel lead={lead} />
        <AttributionPanel lead={lead} />
      </>,
    );
    expect(screen.getByText('Form').nextElementSibling?.textContent).toBe(label);
    expect(screen.getByText('Sent').nextElementSibling?.textContent).toMatch(sent);
  },
);
