import styled from 'styled-components';
import { radii } from '../../contracts/brand.ts';
import type { ImageValue } from '../../builder/field.ts';
import { Picture } from './picture.tsx';

/** `arch` is a tall doorway, `window` is a wide opening with a shallow arch, and `plain` is a rounded rectangle. */
type DoorwayShape = 'arch' | 'window' | 'plain';

/** The border radius of each shape, which clips pictures of any proportions. */
export const framedPictureRadius: Readonly<Record<DoorwayShape, string>> = {
  arch: '50% 50% 6px 6px / 37.5% 37.5% 6px 6px',
  window: '50% 50% 8px 8px / 16% 16% 8px 8px',
  plain: radii.l,
};

const ratio: Readonly<Record<DoorwayShape, string>> = { arch: '3 / 4', window: '6 / 5', plain: '4 / 3' };

/** The `sizes` of a picture in a two-column layout: `tall` for arches, `wide` for other shapes. */
export const framedPictureSizes = {
  tall: '(min-width: 46rem) 27rem, 17rem',
  wide: '(min-width: 76rem) 36rem, (min-width: 46rem) 45vw, 100vw',
} as const;

const Frame = styled.figure<{ $shape: DoorwayShape }>`
  width: 100%;
  max-width: ${({ $shape }) => ($shape === 'arch' ? '27rem' : 'none')};
  /* In narrow containers, arches are limited in size, so that the text stays visible. */
  @container (max-width: 45.99rem) {
    max-width: ${({ $shape }) => ($shape === 'arch' ? '17rem' : 'none')};
    margin-inline: ${({ $shape }) => ($shape === 'plain' ? 0 : '0.75rem')};
    width: auto;
  }
  img {
    aspect-ratio: ${({ $shape }) => ratio[$shape]};
    border: 1px solid ${({ theme }) => theme.color.line};
    border-radius: ${({ $shape }) => framedPictureRadius[$shape]};
  }
`;

/** An accent bar below the picture, slightly wider than the picture. */
const Step = styled.div`
  height: 0.75rem;
  margin-inline: -0.75rem;
  border-radius: 2px;
  background: ${({ theme }) => theme.color.accent};
  @media (forced-colors: active) {
    background: CanvasText;
  }
`;

const Caption = styled.figcaption`
  margin-block-start: 0.9rem;
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
  line-height: 1.45;
`;

interface Props {
  image: ImageValue;
  shape: DoorwayShape;
  sizes: string;
  eager?: boolean;
  caption?: string | undefined;
  className?: string;
}

/**
 * A picture clipped to one of the shapes, with an optional caption. Unless the shape is `plain`, an accent bar is below
 * it.
 */
export function FramedPicture({ image, shape, sizes, eager = false, caption, className }: Props) {
  return (
    <Frame $shape={shape} className={className}>
      <Picture image={image} sizes={sizes} eager={eager} />
      {shape !== 'plain' && <Step />}
      {caption && <Caption>{caption}</Caption>}
    </Frame>
  );
}
