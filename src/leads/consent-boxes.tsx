import styled from 'styled-components';
import { useSiteSettings } from '../content/site-settings-context.ts';
import { CheckboxField } from '../ui/form/checkbox-field.tsx';
import { VisuallyHidden } from '../ui/theme/visually-hidden.ts';
import { consentLabels, consentTerms, consentVersion, type ConsentKind } from '../contracts/leads/consent.ts';
import { consentFields, formPostFields } from '../contracts/leads/lead-request.ts';

/**
 * A phone field and its consent boxes. With JavaScript, the boxes are shown once the visitor types a phone number, and
 * while one of them is checked. CSS does this, so that it also works before hydration. Browsers that do not support
 * these selectors always show the boxes.
 */
export const PhoneWithConsent = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.s};
  @media (scripting: enabled) {
    &:not(:has(input:is([name='phone'], [name='contact']):valid:not(:placeholder-shown), :checked))
      > fieldset {
      display: none;
    }
  }
`;

const Group = styled.fieldset`
  display: grid;
  gap: 0.125rem;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`;

const Box = styled(CheckboxField)`
  gap: 0.5rem;
  align-items: center;
  font-size: 0.8125rem;
  line-height: 1.3;
`;

const Terms = styled.p`
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: 0.75rem;
  line-height: 1.3;
`;

const kinds: readonly ConsentKind[] = ['service', 'marketing'];

interface Props {
  /** Must be unique on the page. */
  id: string;
  /** The boxes that the visitor has already checked. No box is ever checked in advance. */
  ticked?: Readonly<Partial<Record<ConsentKind, boolean>>>;
}

/** The two optional consent checkboxes below a phone field. The wording shown here is stored with the consent. */
export function ConsentBoxes({ id, ticked }: Props) {
  const { brokerage } = useSiteSettings();
  const terms = `${id}-terms`;
  return (
    <Group>
      <VisuallyHidden as="legend">Optional: may I text or call?</VisuallyHidden>
      <input type="hidden" name={formPostFields.consentVersion} value={consentVersion(brokerage.name)} />
      {kinds.map((kind) => (
        <Box
          key={kind}
          id={`${id}-${kind}`}
          name={consentFields[kind]}
          defaultChecked={ticked?.[kind] ?? false}
          describedBy={terms}
          label={consentLabels[kind]}
        />
      ))}
      <Terms id={terms}>{consentTerms(brokerage.name)}</Terms>
    </Group>
  );
}

/** Renders the stored wording of a consent, with the checkbox's label in bold. */
export function ConsentText({ text }: { text: string }) {
  const end = text.indexOf(':') + 1;
  return (
    <>
      <strong>{text.slice(0, end)}</strong>
      {text.slice(end)}
    </>
  );
}
