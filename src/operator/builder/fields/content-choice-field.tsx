import { FieldLabel } from '@puckeditor/core';
import styled from 'styled-components';
import type { OptionSource } from '../../../builder/option-sources.ts';
import { controlStyles } from '../../../ui/form/control.ts';
import { useOpenedPageData } from '../editor-context.ts';

const Select = styled.select`
  ${controlStyles}
  width: 100%;
  font-size: 0.875rem;
`;

interface Props {
  id: string;
  label: string;
  source: OptionSource;
  value: unknown;
  readOnly: boolean;
  onChange: (value: string) => void;
}

/**
 * A select with options from the site's content, such as its categories. A selected option that was deleted stays
 * selected.
 */
export function ContentChoiceField({ id, label, source, value, readOnly, onChange }: Props) {
  const options = useOpenedPageData().choices.options[source];
  const chosen = typeof value === 'string' ? value : '';
  const isGone = chosen !== '' && !options.some((option) => option.value === chosen);
  return (
    <FieldLabel label={label} readOnly={readOnly}>
      <Select id={id} value={chosen} disabled={readOnly} onChange={({ target }) => onChange(target.value)}>
        <option value="">Not set</option>
        {isGone && <option value={chosen}>{chosen} (does not exist any more)</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </FieldLabel>
  );
}
