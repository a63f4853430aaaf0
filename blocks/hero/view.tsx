import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import type { LinkValue } from '../../src/builder/field.ts';
import { ButtonRow } from '../../src/ui/form/button.tsx';
import { Icon } from '../../src/ui/theme/icon.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { Eyebrow, PlacementTitle, Container, SectionBackground } from '../../src/ui/layout/section.tsx';
import { ButtonLink } from '../../src/ui/text/site-link.tsx';
import type block from './block.ts';
import { FramedPicture, framedPictureSizes } from '../../src/ui/layout/framed-picture.tsx';
import { HeroScene } from './scene.tsx';

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
 * Headline, description, tagline and buttons. The button of `cta_link` is solid. Of the links in `more`, phone links are
 * quiet, and others are outlined.
 */
function HeroText({ eyebrow, title, desc, tagline, cta_text, cta_link, more }: Props) {
  const first = cta_text ?? cta_link?.text;
  const buttons =
    'rows' in more ? more.rows.map(({ link }, index) => <Further key={index} link={link} />) : [];
  if (cta_link && first) {
    buttons.unshift(
      <ButtonLink key="first" link={cta_link}>
        {first}
      </ButtonLink>,
    );
  }
  return (
    <Around>
      {eyebrow && <Eyebrow>{eyebrow}</Eyebrow>}
      <PlacementTitle>{title}</PlacementTitle>
      {desc && <Desc html={desc} />}
      {tagline && <Tagline>{tagline}</Tagline>}
      <Buttons>
        {'html' in more && <RichText html={more.html} />}
        {inPairs(buttons).map((pair, index) => (
          <ButtonRow key={index}>{pair}</ButtonRow>
        ))}
      </Buttons>
    </Around>
  );
}

function Further({ link }: { link: LinkValue }) {
  const call = link.href.startsWith('tel:');
  return (
    <ButtonLink link={link} $look={call ? 'quiet' : 'outline'}>
      {call && <Icon name="phone" size={20} />}
      {link.text || link.href.replace(/^(tel|mailto):/, '')}
    </ButtonLink>
  );
}

/** Groups buttons into pairs that wrap together, so that the last button is never alone below two others. */
function inPairs<Item>(items: readonly Item[]): Item[][] {
  const alone = items.length % 2;
  const pairs = alone ? [items.slice(0, 1)] : [];
  for (let at = alone; at < items.length; at += 2) pairs.push(items.slice(at, at + 2));
  return pairs;
}

const Beside = styled(SectionBackground)`
  padding-block: clamp(2.5rem, 1.5rem + 4cqi, 5rem);
`;

const Columns = styled.div<{ $tall: boolean }>`
  display: grid;
  gap: ${({ theme }) => theme.space.xl};
  @container (min-width: 46rem) {
    grid-template-columns: ${({ $tall }) =>
      $tall ? 'minmax(0, 1.2fr) minmax(0, 0.8fr)' : 'minmax(0, 1fr) minmax(0, 1fr)'};
    align-items: center;
    gap: clamp(2.25rem, 6cqi, 6rem);
    > figure {
      justify-self: end;
    }
  }
`;

/** The headline beside its picture or, in the `scene` look, on top of it. Without a picture, only the text is shown. */
export default function HeroView({ look, image, caption, ...words }: PropsOf<typeof block>) {
  if (look === 'scene' && image) {
    return (
      <HeroScene image={image}>
        <HeroText {...words} />
      </HeroScene>
    );
  }
  const tall = look === 'portrait';
  return (
    <Beside $tone="paper">
      <Container>
        {image ? (
          <Columns $tall={tall}>
            <HeroText {...words} />
            <FramedPicture
              image={image}
              shape={tall ? 'arch' : 'window'}
              caption={caption}
              sizes={tall ? framedPictureSizes.tall : framedPictureSizes.wide}
              eager
            />
          </Columns>
        ) : (
          <HeroText {...words} />
        )}
      </Container>
    </Beside>
  );
}
