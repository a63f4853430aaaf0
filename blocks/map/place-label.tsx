import styled, { css } from 'styled-components';
import { shadow } from '../../src/contracts/brand.ts';
import type { LinkValue } from '../../src/builder/field.ts';
import { SiteLink } from '../../src/ui/text/site-link.tsx';

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
  box-shadow: 0 1px 4px rgb(${shadow} / 22%);
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
export function PlaceLabel({ name: words, x, y, side, link }: Props) {
  return (
    <Spot $x={x} $y={y} $side={side}>
      {link ? <Linked link={link}>{words}</Linked> : <Plain>{words}</Plain>}
    </Spot>
  );
}
