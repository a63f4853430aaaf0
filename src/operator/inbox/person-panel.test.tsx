import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { leadFields, type LeadFieldName, type LeadFieldTexts } from '../../contracts/leads/lead-fields.ts';
import type { LeadDetail } from '../../contracts/operators/operator-leads.ts';
import { EMPTY_LEAD_DETAIL, testLeadRow } from '../testing/lead-row.ts';
import { renderScreen } from '../testing/render-screen.tsx';
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
