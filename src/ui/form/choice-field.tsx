import styled from 'styled-components';
import { describedBy, type ControlProps, type FieldTextProps } from './control.ts';
import { FieldLabel, FieldMessages, LabelNote } from './field-frame.tsx';

/** An option of a choice or select field. */
export interface ChoiceOption {
  value: string;
  label: string;
}

const Group = styled.fieldset`
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`;

const Legend = styled(FieldLabel)`
  margin-block-end: 0.4rem;
  padding: 0;
`;

const Tiles = styled.div`
  display: grid;
  /* At most two side by side, so that four form a square. With large type, each is on a separate line. */
  grid-template-columns: repeat(auto-fit, minmax(min(100%, max(7.5rem, 34%)), 1fr));
  gap: 0.5rem;
`;

const Tile = styled.label`
  display: flex;
  align-items: center;
  gap: 0.65rem;
  min-height: 3rem;
  padding: 0.5rem 0.875rem;
  border: 2px solid ${({ theme }) => theme.color.inkSoft};
  border-radius: ${({ theme }) => theme.radius.s};
  background: ${({ theme }) => theme.color.paper};
  line-height: 1.3;
  cursor: pointer;
  transition: border-color 0.16s;
  &:hover {
    border-color: ${({ theme }) => theme.color.ink};
  }
  &:has(:checked) {
    border-color: ${({ theme }) => theme.color.accent};
    background: color-mix(
      in srgb,
      ${({ theme }) => theme.color.accent} 9%,
      ${({ theme }) => theme.color.paper}
    );
    font-weight: 620;
  }
  &:has(:focus-visible) {
    outline: 3px solid ${({ theme }) => theme.color.accent};
    outline-offset: 2px;
  }
  [aria-invalid='true'] & {
    border-color: ${({ theme }) => theme.color.accentStrong};
  }
  @media (forced-colors: active) {
    &:has(:checked) {
      border-color: Highlight;
    }
  }
  input {
    flex: none;
    width: 1.5rem;
    height: 1.5rem;
    margin: 0;
    accent-color: ${({ theme }) => theme.color.accent};
    cursor: inherit;
  }
  input:focus-visible {
    outline: none;
  }
`;

interface Props extends FieldTextProps, ControlProps {
  options: readonly ChoiceOption[];
  defaultValue?: string | undefined;
}

/** Large radio buttons for a few options. Accepts the props of react-hook-form's `register()`. */
export function ChoiceField({ id, label, error, hint, optional, options, defaultValue, ...control }: Props) {
  return (
    <Group
      role="radiogroup"
      aria-labelledby={`${id}-legend`}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy({ id, error, hint })}
    >
      <Legend as="legend" id={`${id}-legend`}>
        {label}
        {optional && <LabelNote />}
      </Legend>
      <Tiles>
        {options.map((option) => (
          <Tile key={option.value}>
            <input
              {...control}
              type="radio"
              id={`${id}-${option.value}`}
              value={option.value}
              defaultChecked={option.value === defaultValue}
            />
            {option.label}
          </Tile>
        ))}
      </Tiles>
      <FieldMessages id={id} error={error} hint={hint} />
    </Group>
  );
}
