import styled from 'styled-components';
import type { ImageValue, LinkValue } from '../../src/builder/field.ts';
import { CardTitle, CheckList } from '../../src/ui/layout/card.tsx';
import { Icon } from '../../src/ui/theme/icon.tsx';
import type { IconName } from '../../src/ui/theme/icon-names.ts';
import { Picture } from '../../src/ui/layout/picture.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { ArrowLink, ButtonLink } from '../../src/ui/text/site-link.tsx';

const Drawing = styled.span`
  color: ${({ theme }) => theme.color.accent};
`;

const Text = styled(RichText)`
  color: ${({ theme }) => theme.color.inkSoft};
`;

/** Aligns the links of the cards in a row, by pushing each link to the bottom of its card. */
const Foot = styled.p`
  margin-block-start: auto;
  padding-block-start: ${({ theme }) => theme.space.xs};
`;

const FootButton = styled(ButtonLink)`
  width: 100%;
`;

interface CardProps {
  title: string;
  desc?: string;
  icon?: IconName;
  image?: ImageValue;
  points?: string;
  link?: LinkValue;
  anchor?: string;
  links: 'arrow' | 'button';
  /** The width of the picture, as a `sizes` attribute. */
  sizes: string;
}

/** A card with an optional picture, icon, list of points and link. */
export function CardItem({ title, desc, icon, image, points, link, anchor, links, sizes }: CardProps) {
  const Link = links === 'button' ? FootButton : ArrowLink;
  return (
    <li id={anchor}>
      {image && <Picture image={image} sizes={sizes} />}
      <div>
        {icon && (
          <Drawing>
            <Icon name={icon} size={32} />
          </Drawing>
        )}
        <CardTitle>{title}</CardTitle>
        {desc && <Text html={desc} />}
        {points && (
          <CheckList>
            {points.split('\n').map((point) => (
              <li key={point}>{point}</li>
            ))}
          </CheckList>
        )}
        {link && (
          <Foot>
            <Link link={link}>{link.text || title}</Link>
          </Foot>
        )}
      </div>
    </li>
  );
}
