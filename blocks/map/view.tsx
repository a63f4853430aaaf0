import styled, { css } from 'styled-components';
import { shadowRgb } from '../../src/contracts/brand.ts';
import type { LinkValue } from '../../src/builder/field.ts';
import { SiteLink, ArrowLink } from '../../src/ui/text/site-link.tsx';
import type { PropsOf } from '../../src/builder/block.ts';
import { KeyFigures } from '../../src/ui/layout/key-figures.tsx';
import { Picture } from '../../src/ui/layout/picture.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { SampleNote } from '../../src/ui/text/sample-note.tsx';
import { Section } from '../../src/ui/layout/section.tsx';
import type block from './block.ts';
import { MapOpener } from './map-opener.tsx';

type Side = 'below' | 'left' | 'right';

/** The offset of the name from the pin's tip. */
const shift = {
  below: css`
    translate: -50% 0.2rem;
  `,
  left: css`
    translate: calc(-100% - 0.9rem) -90%;
  `,
  right: css`
    translate: 0.9rem -90%;
  `,
};

/** Uses physical sides, because a map is not mirrored in right-to-left languages. */
const Spot = styled.li<{ $x: number; $y: number; $side: Side }>`
  position: absolute;
  left: ${({ $x }) => $x}%;
  top: ${({ $y }) => $y}%;
  ${({ $side }) => shift[$side]}
`;

const name = css`
  position: relative;
  display: block;
  padding: 0.1rem 0.5rem;
  border-radius: ${({ theme }) => theme.radius.s};
  background: ${({ theme }) => theme.color.surface};
  box-shadow: 0 1px 4px rgb(${shadowRgb} / 22%);
  color: ${({ theme }) => theme.color.ink};
  font-size: clamp(0.75rem, 0.45rem + 1.1cqi, 0.9375rem);
  font-weight: 620;
  line-height: 1.6;
  white-space: nowrap;
`;

const Plain = styled.span`
  ${name}
`;

const Linked = styled(SiteLink)`
  ${name}
  text-decoration: none;
  &:hover {
    background: ${({ theme }) => theme.color.ink};
    color: ${({ theme }) => theme.color.paper};
  }
  /* The name is small to keep the map readable, but its touch target is larger. */
  &::after {
    content: '';
    position: absolute;
    inset: -0.65rem -0.35rem;
  }
`;

interface Props {
  name: string;
  x: number;
  y: number;
  side: Side;
  link?: LinkValue;
}

/** The name of a place, positioned in percent of the map's size. */
function PlaceLabel({ name: words, x, y, side, link }: Props) {
  return (
    <Spot $x={x} $y={y} $side={side}>
      {link ? <Linked link={link}>{words}</Linked> : <Plain>{words}</Plain>}
    </Spot>
  );
}

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${({ theme }) => theme.space.l};
  @container (min-width: 56rem) {
    grid-template-columns: minmax(0, 2.1fr) minmax(14rem, 1fr);
    gap: clamp(2rem, 5cqi, 4.5rem);
    align-items: stretch;
  }
`;

const Map = styled.div`
  container-type: inline-size;
  align-self: start;
  border: 1px solid ${({ theme }) => theme.color.line};
  border-radius: ${({ theme }) => theme.radius.l};
  overflow: clip;
`;

const Drawn = styled.div`
  position: relative;
  img {
    aspect-ratio: 4 / 3;
  }
`;

const Beside = styled.div`
  display: flex;
  flex-direction: column;
  align-items: start;
  min-width: 0;
  justify-content: center;
  gap: ${({ theme }) => theme.space.m};
  > dl {
    width: 100%;
  }
`;

/** A constant, because a new array on each render would redraw an open map. */
const NO_PLACES: readonly never[] = [];

/** A drawn map with labeled places, which visitors can replace with an interactive one, and figures beside it. */
export default function MapView(props: PropsOf<typeof block>) {
  const { tone, eyebrow, title, desc, image, places, figures, note, link } = props;
  const named = 'rows' in places ? places.rows : NO_PLACES;
  return (
    <Section tone={tone} heading={{ title, eyebrow, intro: desc && <RichText html={desc} /> }}>
      <Columns>
        {image && (
          <Map>
            <MapOpener title={title} places={named}>
              <Drawn>
                <Picture image={image} sizes="(min-width: 76rem) 50rem, (min-width: 56rem) 66vw, 100vw" />
                {named.length > 0 && (
                  <ul role="list">
                    {named.map((place, index) => (
                      <PlaceLabel key={index} {...place} />
                    ))}
                  </ul>
                )}
              </Drawn>
            </MapOpener>
          </Map>
        )}
        <Beside>
          <KeyFigures of={figures} look="stack" />
          {note && <SampleNote>{note}</SampleNote>}
          {link?.text && <ArrowLink link={link} />}
        </Beside>
      </Columns>
    </Section>
  );
}
