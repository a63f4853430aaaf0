import { useState } from 'react';
import styled from 'styled-components';
import { formatLeadSource } from '../../contracts/leads/lead-source.ts';
import type { LeadCounts } from '../../contracts/operators/operator-leads.ts';
import { FilterDateInput, FilterRow, FilterSelect } from '../parts/controls/filter-controls.tsx';
import { formLabel, leadDeliveryLabels } from './lead-labels.ts';
import type { InboxUrlState } from './use-inbox-url-state.ts';

const Filters = styled.details`
  summary {
    display: flex;
    align-items: center;
    width: fit-content;
    min-height: 2.75rem;
    font-size: ${({ theme }) => theme.type.small};
    font-weight: 560;
    text-decoration: underline;
    text-underline-offset: 0.2em;
    cursor: pointer;
  }
  > div {
    padding-block: 0.5rem;
  }
`;

interface Props {
  address: InboxUrlState;
  /** The forms and sources to choose from; undefined until they have loaded. */
  known: Pick<LeadCounts, 'forms' | 'sources'> | undefined;
}

/** The less common filters and the sort order. Initially open if a form, a source or a date is set. */
export function LeadFilters({ address, known }: Props) {
  const [isOpen] = useState(() =>
    (['form', 'source', 'from', 'to'] as const).some((name) => address.value(name) !== ''),
  );
  return (
    <Filters open={isOpen}>
      <summary>More filters and sorting</summary>
      <div>
        <FilterRow>
          <FilterSelect
            label="Delivery"
            value={address.value('delivery')}
            all="Any"
            options={Object.entries(leadDeliveryLabels).map(([value, { label }]) => [value, label])}
            onChange={(delivery) => address.set({ delivery })}
          />
          <FilterSelect
            label="Form"
            value={address.value('form')}
            all="Any"
            options={(known?.forms ?? []).map((form) => [form, formLabel(form)])}
            onChange={(form) => address.set({ form })}
          />
          <FilterSelect
            label="Source"
            value={address.value('source')}
            all="Any"
            options={[
              ...(known?.sources ?? []).map(
                (source) => [source, formatLeadSource(source, null) ?? source] as const,
              ),
              ['-', 'No source'],
            ]}
            onChange={(source) => address.set({ source })}
          />
          <FilterDateInput
            label="From"
            value={address.value('from')}
            onChange={(from) => address.set({ from })}
          />
          <FilterDateInput label="To" value={address.value('to')} onChange={(to) => address.set({ to })} />
          <FilterSelect
            label="Sort by"
            value={address.value('sort') || 'newest'}
            options={[
              ['newest', 'Newest first'],
              ['oldest', 'Oldest first'],
              ['updated', 'Last changed first'],
              ['name', 'Name'],
            ]}
            onChange={(sort) => address.set({ sort: sort === 'newest' ? '' : sort })}
          />
        </FilterRow>
      </div>
    </Filters>
  );
}
