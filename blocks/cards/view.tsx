import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { Rows } from '../../src/builder/rows.tsx';
import { Card, CardGrid, CardTitle, CheckList } from '../../src/ui/card.tsx';
import { Icon } from '../../src/ui/icon.tsx';
import { Picture } from '../../src/ui/picture.tsx';
import { RichText } from '../../src/ui/rich-text.tsx';
import { Section } from '../../src/ui/section.tsx';
import { ArrowLink } from '../../src/ui/site-link.tsx';
import type block from './block.ts';

const OpenCard = styled(Card)`
  padding: ${({ theme }) => theme.space.m} 0 0;
  border: 0;
  border-block-start: 2px solid ${({ theme }) => theme.color.ink};
  border-radius: 0;
  background: none;
`;

const PicturedCard = styled(Card)`
  padding: 0;
  border: 0;
  background: none;
  img {
    aspect-ratio: 4 / 3;
    border-radius: ${({ theme }) => theme.radius.m};
  }
`;

const looks = { boxed: Card, open: OpenCard, pictured: PicturedCard };

const Drawing = styled.span`
  color: ${({ theme }) => theme.color.accent};
`;

const Text = styled(RichText)`
  color: ${({ theme }) => theme.color.inkSoft};
`;

const CardLink = styled(ArrowLink)`
  margin-block-start: auto;
`;

const Below = styled.p`
  margin-block-start: ${({ theme }) => theme.space.l};
`;

/** Cards side by side. */
export default function CardsView({ tone, look, eyebrow, title, desc, items, more }: PropsOf<typeof block>) {
  const Shape = looks[look];
  return (
    <Section tone={tone} heading={{ title, eyebrow, intro: desc && <RichText html={desc} /> }}>
      <Rows of={items} as={CardGrid}>
        {(item) => (
          <Shape id={item.anchor}>
            {item.image && <Picture image={item.image} sizes="(min-width: 64rem) 24rem, 100vw" />}
            {item.icon && (
              <Drawing>
                <Icon name={item.icon} size={32} />
              </Drawing>
            )}
            <CardTitle>{item.title}</CardTitle>
            {item.desc && <Text html={item.desc} />}
            {item.points && (
              <CheckList>
                {item.points.split('\n').map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </CheckList>
            )}
            {item.link && <CardLink link={item.link} />}
          </Shape>
        )}
      </Rows>
      {more && (
        <Below>
          <ArrowLink link={more} />
        </Below>
      )}
    </Section>
  );
}
