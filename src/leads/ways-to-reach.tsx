import styled from 'styled-components';
import type { Tone } from '../builder/tones.ts';
import { useSettings } from '../content/settings-context.ts';
import { ButtonRow } from '../ui/button.tsx';
import { ButtonLink } from '../ui/site-link.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { Section } from '../ui/section.tsx';

const Badge = styled.p`
  display: inline-block;
  margin-block-end: ${({ theme }) => theme.space.m};
  padding: 0.35rem 0.9rem;
  border-radius: ${({ theme }) => theme.radius.s};
  background: ${({ theme }) => theme.color.accent};
  color: ${({ theme }) => theme.color.onAccent};
  font-size: ${({ theme }) => theme.type.small};
  font-weight: 700;
  letter-spacing: 0.04em;
`;

interface Props {
  tone: Tone;
  badge?: string | undefined;
  title: string;
  desc?: string | undefined;
}

/** An invitation to get in touch, with the ways that need no form: a call, an e-mail. */
export function WaysToReach({ tone, badge, title, desc }: Props) {
  const { agent } = useSettings();
  const call = { href: `tel:${agent.phoneDial}`, text: `Call ${agent.phone}`, newTab: false };
  const write = { href: `mailto:${agent.email}`, text: agent.email, newTab: false };
  return (
    <Section tone={tone} heading={{ title, intro: desc && <RichText html={desc} /> }}>
      {badge && <Badge>{badge}</Badge>}
      <ButtonRow>
        <ButtonLink link={call} />
        <ButtonLink link={write} $look="outline" />
      </ButtonRow>
    </Section>
  );
}
