import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { Rows } from '../../src/ui/rows.tsx';
import { ButtonRow } from '../../src/ui/button.tsx';
import { Icon } from '../../src/ui/icon.tsx';
import { RichText } from '../../src/ui/rich-text.tsx';
import { Eyebrow, PlacementTitle } from '../../src/ui/section.tsx';
import { ButtonLink } from '../../src/ui/site-link.tsx';
import type block from './block.ts';

const Around = styled.div`
  max-width: 40rem;
`;

const Desc = styled(RichText)`
  margin-block-start: ${({ theme }) => theme.space.m};
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.lead};
  line-height: 1.55;
`;

const Tagline = styled.p`
  margin-block-start: ${({ theme }) => theme.space.m};
  font-family: ${({ theme }) => theme.font.display};
  font-size: 1.1875rem;
  font-weight: 520;
`;

const Buttons = styled(ButtonRow)`
  margin-block-start: ${({ theme }) => theme.space.l};
  &:empty {
    display: none;
  }
`;

type Props = Pick<
  PropsOf<typeof block>,
  'eyebrow' | 'title' | 'desc' | 'tagline' | 'cta_text' | 'cta_link' | 'more'
>;

/**
 * Headline, description, tagline and buttons. The first button is solid, phone links are quiet, and others are
 * outlined.
 */
export function HeroWords({ eyebrow, title, desc, tagline, cta_text, cta_link, more }: Props) {
  const first = cta_text ?? cta_link?.text;
  return (
    <Around>
      {eyebrow && <Eyebrow>{eyebrow}</Eyebrow>}
      <PlacementTitle>{title}</PlacementTitle>
      {desc && <Desc html={desc} />}
      {tagline && <Tagline>{tagline}</Tagline>}
      <Buttons>
        {cta_link && first && <ButtonLink link={cta_link}>{first}</ButtonLink>}
        <Rows of={more}>
          {({ link }) => {
            const call = link.href.startsWith('tel:');
            return (
              <ButtonLink link={link} $look={call ? 'quiet' : 'outline'}>
                {call && <Icon name="phone" size={20} />}
                {link.text || link.href.replace(/^(tel|mailto):/, '')}
              </ButtonLink>
            );
          }}
        </Rows>
      </Buttons>
    </Around>
  );
}
