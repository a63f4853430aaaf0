import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import styled from 'styled-components';
import type { Tone } from '../builder/tones.ts';
import { Button, ButtonRow } from '../ui/form/button.tsx';
import { RichText } from '../ui/text/rich-text.tsx';
import { Section } from '../ui/layout/section.tsx';
import { CalculatorMainFigure, type MainFigure } from './breakdown.tsx';
import { CalculatorInputField } from './calculator-input-field.tsx';
import type { CalculatorFormState } from './calculator-form.ts';

const Columns = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.l};
  @container (min-width: 50rem) {
    grid-template-columns: minmax(0, 7fr) minmax(0, 6fr);
    gap: clamp(2rem, 4cqi, 4rem);
  }
`;

const Group = styled.fieldset`
  min-width: 0;
  margin: 0 0 ${({ theme }) => theme.space.l};
  padding: 0;
  border: 0;
  legend {
    width: 100%;
    margin-block-end: ${({ theme }) => theme.space.m};
    padding: 0 0 0.5rem;
    border-block-end: 2px solid ${({ theme }) => theme.color.line};
    font-family: ${({ theme }) => theme.font.display};
    font-size: ${({ theme }) => theme.type.h4};
    font-weight: 560;
  }
`;

/** Repeats the result above the inputs if the card with it is below them. It stays visible while they are edited. */
const Running = styled.p`
  position: sticky;
  z-index: 2;
  inset-block-start: 4.5rem;
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 0 1rem;
  margin: 0 calc(-1 * ${({ theme }) => theme.space.gutter}) ${({ theme }) => theme.space.l};
  padding: 0.6rem ${({ theme }) => theme.space.gutter};
  border-block-end: 3px solid ${({ theme }) => theme.color.accent};
  background: ${({ theme }) => theme.color.surface};
  font-size: ${({ theme }) => theme.type.small};
  line-height: 1.3;
  strong {
    font-family: ${({ theme }) => theme.font.display};
    font-size: 1.375rem;
    font-variant-numeric: lining-nums;
    font-weight: 600;
  }
  ~ * input {
    scroll-margin-block-start: 5rem;
  }
  @container (min-width: 50rem) {
    display: none;
  }
  /* Without JavaScript, the repeated result would not be updated. */
  @media print, (scripting: none) {
    display: none;
  }
`;

const Fields = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 13.5rem), 1fr));
  gap: 0.35rem ${({ theme }) => theme.space.m};
`;

const StartAgain = styled.a`
  display: inline-flex;
  align-items: center;
  min-height: 2.75rem;
`;

/** The card with the result. Next to the inputs, it stays visible while they are edited. */
const Slip = styled.div`
  align-self: start;
  padding: ${({ theme }) => theme.space.l};
  border: 1px solid ${({ theme }) => theme.color.line};
  border-block-start: 6px solid ${({ theme }) => theme.color.accent};
  border-radius: 2px 2px ${({ theme }) => theme.radius.m} ${({ theme }) => theme.radius.m};
  background: ${({ theme }) => theme.color.surface};
  &:focus {
    outline: none;
  }
  &:focus-visible {
    outline: 3px solid ${({ theme }) => theme.color.accent};
  }
  @container (min-width: 50rem) {
    position: sticky;
    inset-block-start: 6.5rem;
  }
  @container (max-width: 24rem) {
    padding: ${({ theme }) => theme.space.m};
  }
  @media print {
    position: static;
  }
`;

const Faults = styled.ul.attrs({ role: 'list' })`
  margin-block-start: ${({ theme }) => theme.space.s};
  a {
    display: block;
    padding-block: 0.7rem;
    border-block-start: 1px solid ${({ theme }) => theme.color.line};
  }
`;

const Below = styled.div`
  margin-block-start: ${({ theme }) => theme.space.l};
`;

const Small = styled.div`
  margin-block-start: ${({ theme }) => theme.space.l};
  max-width: ${({ theme }) => theme.width.text};
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
  > * + * {
    margin-block-start: 0.5em;
  }
`;

interface Props<Name extends string> {
  form: CalculatorFormState<Name>;
  tone: Tone;
  eyebrow?: string | undefined;
  title: string;
  desc?: string | undefined;
  /** The inputs, in groups with headings. */
  groups: readonly { title: string; names: readonly Name[] }[];
  /** The main result, shown while all inputs are valid. */
  mainFigure: MainFigure | null;
  /** Details of the calculation, shown with the result. */
  result: ReactNode;
  /** Shown with the result, below both columns, for example a chart or a table. */
  more?: ReactNode;
  /** A disclaimer, for example "Estimate only, not a loan offer." */
  caution: string;
  asOf: string;
  note?: string | undefined;
}

/** The layout of a calculator: the form with its inputs, the result or the errors, and the small print. */
export function CalculatorFrame<Name extends string>(props: Props<Name>) {
  const { form, tone, eyebrow, title, desc, groups, mainFigure, result, more, caution, asOf, note } = props;
  const { pathname } = useLocation();
  const faulty = (Object.keys(form.inputs) as Name[]).filter((name) => form.faults[name] !== undefined);
  return (
    <Section tone={tone} heading={{ title, eyebrow, intro: desc && <RichText html={desc} /> }}>
      <Columns>
        <form {...form.formProps}>
          <Running aria-hidden="true">
            {mainFigure ? (
              <>
                {mainFigure.label} <strong>{mainFigure.figure}</strong>
              </>
            ) : (
              'Please check what is marked.'
            )}
          </Running>
          {groups.map((group) => (
            <Group key={group.title}>
              <legend>{group.title}</legend>
              <Fields>
                {group.names.map((name) => (
                  <CalculatorInputField key={name} form={form} name={name} />
                ))}
              </Fields>
            </Group>
          ))}
          <ButtonRow>
            <Button type="submit">Work it out</Button>
            <StartAgain href={`${pathname}#${form.id}`} onClick={form.onStartAgain}>
              Back to the starting values
            </StartAgain>
          </ButtonRow>
        </form>
        <Slip id={`${form.id}-result`} tabIndex={-1} role="group" aria-label={`Result: ${title}`}>
          {mainFigure ? (
            <>
              <CalculatorMainFigure {...mainFigure} />
              {result}
            </>
          ) : (
            <>
              <p>
                <strong>Please check what is marked.</strong> The result shows once every figure can be read.
              </p>
              <Faults>
                {faulty.map((name) => (
                  <li key={name}>
                    <a href={`#${form.id}-${name}`}>{form.faults[name]}</a>
                  </li>
                ))}
              </Faults>
            </>
          )}
        </Slip>
      </Columns>
      {mainFigure && more && <Below>{more}</Below>}
      <Small>
        <p>
          <strong>{caution}</strong> {asOf}
        </p>
        {note && <RichText html={note} />}
      </Small>
    </Section>
  );
}
