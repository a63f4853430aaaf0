import styled from 'styled-components';
import { useSettings } from '../content/settings-context.ts';
import { CheckField } from '../ui/check-field.tsx';
import type { ControlProps } from '../ui/control.ts';
import { consentTexts, consentVersion, type ConsentKind } from '../contracts/consent.ts';
import { consentFields, postFields } from '../contracts/lead-request.ts';

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
  /** Must be unique on the page. */
  id: string;
  /** `register('consentMarketing')`; omitted in forms without react-hook-form. */
  marketing?: ControlProps;
  /** `register('consentService')`. */
  service?: ControlProps;
  /** The boxes that the visitor checked before the page was rendered again. No box is ever checked in advance. */
  ticked?: Readonly<Partial<Record<ConsentKind, boolean>>>;
}

/** The two optional consent checkboxes beside every phone number input, with the wording that is stored. */
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

/** Renders the wording of a consent, with the part before the colon in bold. */
export function ConsentText({ text }: { text: string }) {
  const end = text.indexOf(':') + 1;
  return (
    <>
      <strong>{text.slice(0, end)}</strong>
      {text.slice(end)}
    </>
  );
}
