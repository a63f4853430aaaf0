import styled from 'styled-components';
import { controlStyles } from '../../../ui/form/control.ts';

const Label = styled.label`
  display: grid;
  gap: 0.25rem;
  max-width: 28rem;
  font-weight: 620;
  input {
    ${controlStyles}
    font-weight: 400;
  }
`;

interface Props {
  value: string;
  /** What is searched, such as “Title or path”. */
  placeholder: string;
  onChange: (value: string) => void;
}

/** A search field for a list that the screen has loaded and filters itself, while the operator types. */
export function SearchField({ value, placeholder, onChange }: Props) {
  return (
    <Label>
      Search
      <input
        type="search"
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
    </Label>
  );
}
