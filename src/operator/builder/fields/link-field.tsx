import { FieldLabel } from '@puckeditor/core';
import { useId } from 'react';
import styled from 'styled-components';
import { controlStyles } from '../../../ui/form/control.ts';
import { useOpenedPageData } from '../editor-context.ts';
import type { LinkFormValue } from '../../../builder/kinds/link.ts';

/** An `<input>` in the style of the field panel. */
export const FieldInput = styled.input`
  ${controlStyles}
  width: 100%;
  font-size: 0.875rem;
`;

const Parts = styled.div`
  display: grid;
  gap: 0.5rem;
  label {
    display: grid;
    gap: 0.2rem;
    font-size: 0.8125rem;
  }
  label:has([type='checkbox']) {
    display: flex;
    align-items: center;
    min-height: 1.75rem;
  }
`;

interface AddressProps {
  id: string;
  value: string;
  readOnly?: boolean;
  isFaulty?: boolean;
  describedBy?: string;
  onChange: (address: string) => void;
}

/** An input for the address of a link. It suggests the pages of the site. */
export function LinkAddressInput({ id, value, readOnly, onChange, ...fault }: AddressProps) {
  const { paths } = useOpenedPageData();
  return (
    <>
      <FieldInput
        id={id}
        value={value}
        list={`${id}-pages`}
        placeholder="A page, https://, tel: or mailto:"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={readOnly}
        aria-invalid={fault.isFaulty}
        aria-describedby={fault.describedBy}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={`${id}-pages`}>
        {paths.map(({ path, title }) => (
          <option key={path} value={path}>
            {title}
          </option>
        ))}
      </datalist>
    </>
  );
}

interface Props {
  label: string;
  value: unknown;
  readOnly: boolean;
  onChange: (value: LinkFormValue) => void;
}

/** Inputs for a link: a page chosen from a list or any URL, the text, and whether the link opens in a new tab. */
export function LinkField({ label, value, readOnly, onChange }: Props) {
  const id = useId();
  const link = isLink(value) ? value : { url: '', title: '', target: '' };
  return (
    <FieldLabel label={label} el="div" readOnly={readOnly}>
      <Parts role="group" aria-label={label}>
        <label htmlFor={`${id}-url`}>
          Leads to
          <LinkAddressInput
            id={`${id}-url`}
            value={link.url}
            readOnly={readOnly}
            onChange={(url) => onChange({ ...link, url })}
          />
        </label>
        <label htmlFor={`${id}-text`}>
          Text
          <FieldInput
            id={`${id}-text`}
            value={link.title}
            readOnly={readOnly}
            onChange={({ target }) => onChange({ ...link, title: target.value })}
          />
        </label>
        <label>
          <input
            type="checkbox"
            checked={link.target === '_blank'}
            disabled={readOnly}
            onChange={({ target }) => onChange({ ...link, target: target.checked ? '_blank' : '' })}
          />
          Opens in a new tab
        </label>
      </Parts>
    </FieldLabel>
  );
}

function isLink(value: unknown): value is LinkFormValue {
  return (
    typeof value === 'object' && value !== null && 'url' in value && 'title' in value && 'target' in value
  );
}
