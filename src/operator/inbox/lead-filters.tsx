import { useState, useEffect, useEffectEvent } from 'react';
import styled from 'styled-components';
import { formatSource } from '../../contracts/leads/lead-source.ts';
import type { LeadCounts } from '../../contracts/operators/operator-leads.ts';
import { FilterDay, FilterRow, FilterSelect } from '../parts/controls/filter-controls.tsx';
import { formLabel, leadDeliveryLabels } from './lead-labels.ts';
import type { InboxAddress } from './use-lead-filter.ts';
import { controlLook } from '../../ui/form/control.ts';

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
  address: InboxAddress;
  /** Undefined while they load. */
  known: Pick<LeadCounts, 'forms' | 'sources'> | undefined;
}

/** The less common filters, and the order of the list. Initially open if a form, a source or a date is set. */
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
                (source) => [source, formatSource(source, null) ?? source] as const,
              ),
              ['-', 'No source'],
            ]}
            onChange={(source) => address.set({ source })}
          />
          <FilterDay label="From" value={address.value('from')} onChange={(from) => address.set({ from })} />
          <FilterDay label="To" value={address.value('to')} onChange={(to) => address.set({ to })} />
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

const Field = styled.label`
  display: grid;
  gap: 0.25rem;
  font-weight: 620;
`;

const Input = styled.input`
  ${controlLook}
`;

/** Milliseconds without typing before the search runs. */
const TYPING_PAUSE_MS = 300;

interface SearchProps {
  value: string;
  onSearch: (text: string) => void;
  /** Called on the Down key, to move the focus to the results. */
  onDown: () => void;
}

/** A search field that searches as the operator types. */
export function LeadSearch({ value, onSearch, onDown }: SearchProps) {
  const [typed, setTyped] = useState(value);
  // The URL can also change without typing: on Back, or when the filters are cleared.
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    if (value !== typed.trim()) setTyped(value);
  }
  const search = (text: string) => {
    if (text !== value) onSearch(text);
  };
  const searchNow = useEffectEvent(search);
  useEffect(() => {
    const timer = setTimeout(() => searchNow(typed.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <Field>
      Search
      <Input
        type="search"
        value={typed}
        maxLength={200}
        placeholder="Name, e-mail, number or message"
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(typed.trim());
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          onDown();
        }}
      />
    </Field>
  );
}
