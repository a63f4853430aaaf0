import styled from 'styled-components';
import { shadowRgb } from '../../src/contracts/brand.ts';
import type { ImageValue, LinkValue } from '../../src/builder/field.ts';
import { CheckmarkList } from '../../src/ui/layout/card.tsx';
import { Picture } from '../../src/ui/layout/picture.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { ArrowLink } from '../../src/ui/text/site-link.tsx';
import type { PropsOf } from '../../src/builder/block.ts';
import { ListLines, ListRows } from '../../src/ui/layout/list-rows.tsx';
import { SampleNote } from '../../src/ui/text/sample-note.tsx';
import { Section } from '../../src/ui/layout/section.tsx';
import type block from './block.ts';

const Item = styled.li`
  break-inside: avoid;
  @container (min-width: 56rem) {
    display: grid;
    grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
    align-items: center;
    gap: clamp(2.5rem, 6cqi, 6rem);
    &:nth-child(even) {
      grid-template-columns: minmax(0, 5fr) minmax(0, 7fr);
    }
    &:nth-child(even) > figure {
      order: 1;
    }
  }
`;

const View = styled.figure`
  position: relative;
  img {
    aspect-ratio: 4 / 3;
    border-radius: ${({ theme }) => theme.radius.l};
  }
`;

/** The price, on a plaque that overlaps the lower edge of the picture. */
const Plaque = styled.figcaption`
  position: relative;
  width: fit-content;
  margin: -2.5rem 0 0 1.25rem;
  padding: 0.9rem 1.5rem 1rem;
  border-block-start: 4px solid ${({ theme }) => theme.color.accent};
  background: ${({ theme }) => theme.color.surface};
  box-shadow: 0 6px 24px rgb(${shadowRgb} / 14%);
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
  line-height: 1.4;
  strong {
    display: block;
    color: ${({ theme }) => theme.color.ink};
    font-family: ${({ theme }) => theme.font.display};
    font-size: clamp(1.75rem, 1.4rem + 1.2cqi, 2.375rem);
    font-weight: 540;
    font-variant-numeric: lining-nums;
    letter-spacing: -0.02em;
    line-height: 1.15;
  }
  @container (min-width: 56rem) {
    li:nth-child(even) > figure > & {
      margin-inline: auto 1.25rem;
    }
  }
  /* Browsers do not print backgrounds by default, so the plaque is moved below the picture. */
  @media print {
    margin-block-start: 0.5rem;
    box-shadow: none;
  }
  @media (forced-colors: active) {
    border: 1px solid CanvasText;
  }
`;

const Words = styled.div`
  display: grid;
  justify-items: start;
  gap: ${({ theme }) => theme.space.m};
  margin-block-start: ${({ theme }) => theme.space.m};
  h3 {
    font-size: clamp(1.75rem, 1.3rem + 1.8cqi, 2.625rem);
  }
  @container (min-width: 56rem) {
    margin-block-start: 0;
  }
`;

const Text = styled(RichText)`
  color: ${({ theme }) => theme.color.inkSoft};
`;

interface Props {
  name: string;
  description?: string;
  image?: ImageValue;
  price?: string;
  features?: string;
  anchor?: string;
  link?: LinkValue;
  priceLabel: string;
}

/** Shows one place. Without an anchor set by the editor, its anchor is derived from its name. */
function Place({ name, description, image, price, features, anchor, link, priceLabel }: Props) {
  const plaque = price && (
    <Plaque>
      <strong>{price}</strong>
      {priceLabel}
    </Plaque>
  );
  return (
    <Item id={anchor ?? anchorOf(name)}>
      {image && (
        <View>
          <Picture image={image} sizes="(min-width: 76rem) 42rem, (min-width: 56rem) 56vw, 100vw" />
          {plaque}
        </View>
      )}
      <Words>
        <h3>{name}</h3>
        {!image && price && (
          <p>
            {priceLabel}: <strong>{price}</strong>
          </p>
        )}
        {description && <Text html={description} />}
        {features && (
          <CheckmarkList>
            <ListLines of={features} />
          </CheckmarkList>
        )}
        {link && <ArrowLink link={link}>{link.text || name}</ArrowLink>}
      </Words>
    </Item>
  );
}

/** Returns the anchor that links from the old site use: `west-des-moines` for `West Des Moines`. */
function anchorOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

const List = styled.ul.attrs({ role: 'list' })`
  display: grid;
  gap: clamp(4rem, 7cqi, 7rem);
`;

const Note = styled.div`
  margin-block-start: ${({ theme }) => theme.space.m};
`;

/** Places one below the other, each with an anchor that links can point to. */
export default function NeighborhoodsView(props: PropsOf<typeof block>) {
  const { tone, eyebrow, title, desc, note, price_label, neighborhoods } = props;
  const intro = (desc || note) && (
    <>
      {desc && <RichText html={desc} />}
      {note && (
        <Note>
          <SampleNote>{note}</SampleNote>
        </Note>
      )}
    </>
  );
  return (
    <Section tone={tone} heading={{ title, eyebrow, intro }}>
      <ListRows of={neighborhoods} as={List}>
        {(place) => <Place {...place} priceLabel={price_label} />}
      </ListRows>
    </Section>
  );
}
