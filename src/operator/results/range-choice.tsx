import styled from 'styled-components';

/** The time ranges that the overview can show, in days. */
export const RANGES = [7, 30, 90] as const;
export type Range = (typeof RANGES)[number];

const Set = styled.fieldset`
  display: flex;
  margin: 0;
  padding: 0;
  border: 0;
  legend {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  button {
    min-height: 2.75rem;
    padding: 0.3rem 0.85rem;
    border: 1px solid ${({ theme }) => theme.color.inkSoft};
    background: none;
    font-size: ${({ theme }) => theme.type.small};
    cursor: pointer;
  }
  button + button {
    border-inline-start: 0;
  }
  button:first-of-type {
    border-start-start-radius: ${({ theme }) => theme.radius.s};
    border-end-start-radius: ${({ theme }) => theme.radius.s};
  }
  button:last-of-type {
    border-start-end-radius: ${({ theme }) => theme.radius.s};
    border-end-end-radius: ${({ theme }) => theme.radius.s};
  }
  button[aria-pressed='true'] {
    background: ${({ theme }) => theme.color.ink};
    color: ${({ theme }) => theme.color.paper};
    font-weight: 620;
  }
`;

/** Lets the operator choose how many days are shown. */
export function RangeChoice({ value, onChange }: { value: Range; onChange: (range: Range) => void }) {
  return (
    <Set>
      <legend>Days shown</legend>
      {RANGES.map((range) => (
        <button key={range} type="button" aria-pressed={range === value} onClick={() => onChange(range)}>
          {range} days
        </button>
      ))}
    </Set>
  );
}
