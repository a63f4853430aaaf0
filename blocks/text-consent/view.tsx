import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { useSiteSettings } from '../../src/content/site-settings-context.ts';
import { ConsentText } from '../../src/leads/consent-boxes.tsx';
import { consentTexts } from '../../src/contracts/leads/consent.ts';
import { CardTitle } from '../../src/ui/layout/card.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { Section } from '../../src/ui/layout/section.tsx';
import type block from './block.ts';

const Kinds = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.xl};
  @container (min-width: 52rem) {
    grid-template-columns: 1fr 1fr;
    grid-template-rows: auto auto 1fr;
    column-gap: clamp(2.5rem, 6cqi, 5rem);
    row-gap: 0;
  }
`;

const Kind = styled.div`
  display: grid;
  grid-template-rows: subgrid;
  grid-row: span 3;
  align-content: start;
  gap: ${({ theme }) => theme.space.s};
  padding-block-start: ${({ theme }) => theme.space.m};
  border-block-start: 3px solid ${({ theme }) => theme.color.accent};
`;

const Wording = styled.figure`
  margin-block-start: ${({ theme }) => theme.space.xs};
  padding: ${({ theme }) => theme.space.m};
  border: 1px solid ${({ theme }) => theme.color.line};
  border-radius: ${({ theme }) => theme.radius.m};
  blockquote {
    margin-block-start: ${({ theme }) => theme.space.xs};
  }
`;

const Caption = styled.figcaption`
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
`;

const Note = styled(RichText)`
  margin-block-start: ${({ theme }) => theme.space.l};
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
`;

/** Explains the two consent checkboxes beside phone number fields, and quotes the wording that visitors agree to. */
export default function TextConsentView(props: PropsOf<typeof block>) {
  const { tone, eyebrow, title, desc, service_title, service, marketing_title, marketing, note } = props;
  const { brokerage } = useSiteSettings();
  const texts = consentTexts(brokerage.name);
  const kinds = [
    { name: service_title, brings: service, wording: texts.service },
    { name: marketing_title, brings: marketing, wording: texts.marketing },
  ];
  return (
    <Section tone={tone} heading={{ title, eyebrow, intro: desc && <RichText html={desc} /> }}>
      <Kinds>
        {kinds.map(({ name, brings, wording }) => (
          <Kind key={wording}>
            <CardTitle>{name}</CardTitle>
            <div>{brings && <RichText html={brings} />}</div>
            <Wording>
              <Caption>What you agree to</Caption>
              <blockquote>
                <ConsentText text={wording} />
              </blockquote>
            </Wording>
          </Kind>
        ))}
      </Kinds>
      {note && <Note html={note} />}
    </Section>
  );
}
