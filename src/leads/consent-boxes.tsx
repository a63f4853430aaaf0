import styled from 'styled-components';
import { useSettings } from '../content/settings-context.ts';
import { CheckField } from '../ui/check-field.tsx';
import type { ControlProps } from '../ui/control.ts';
import { ConsentText } from './consent-text.tsx';
import { consentTexts, consentVersion, type ConsentKind } from './consent-texts.ts';
import { consentFields, postFields } from './post-fields.ts';

const Group = styled.fieldset`
  display: grid;
  gap: ${({ theme }) => theme.space.s};
  min-width: 0;
  margin: 0;
  padding: ${({ theme }) => theme.space.s} 0 0;
  border: 0;
  border-block-start: 1px solid ${({ theme }) => theme.color.line};
`;

const Legend = styled.legend`
  float: inline-start;
  width: 100%;
  padding: 0;
  font-size: 1rem;
  font-weight: 620;
`;

const Links = styled.p`
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
  line-height: 1.45;
`;

const kinds: readonly ConsentKind[] = ['service', 'marketing'];

interface Props {
  /** Unique in the page. */
  id: string;
  /** `register('consentMarketing')`; left out without react-hook-form. */
  marketing?: ControlProps;
  /** `register('consentService')`. */
  service?: ControlProps;
  /** What the visitor ticked before, when the page comes again. Nothing is ever ticked for them. */
  ticked?: Readonly<Partial<Record<ConsentKind, boolean>>>;
}

/** The two optional consents beside every input that can take a phone number, in the wording that is stored. */
export function ConsentBoxes({ id, ticked, ...controls }: Props) {
  const { brokerage } = useSettings();
  const texts = consentTexts(brokerage.name);
  return (
    <Group>
      <Legend>Optional: may I text or call?</Legend>
      <input type="hidden" name={postFields.consentVersion} value={consentVersion(brokerage.name)} />
      {kinds.map((kind) => (
        <CheckField
          key={kind}
          id={`${id}-${kind}`}
          name={consentFields[kind]}
          {...controls[kind]}
          defaultChecked={ticked?.[kind] ?? false}
          label={<ConsentText text={texts[kind]} />}
        />
      ))}
      <Links>
        More in the <a href="/privacy-policy">privacy policy</a> and the{' '}
        <a href="/terms-of-service">terms of service</a>.
      </Links>
    </Group>
  );
}
