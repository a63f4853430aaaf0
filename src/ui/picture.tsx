import styled from 'styled-components';
import type { ImageValue } from '../builder/field.ts';

interface Props {
  image: ImageValue;
  /** How wide the slot is, in the words of the `sizes` attribute. */
  sizes: string;
  /** True for the picture a visitor sees first: fetched at once, before anything else. */
  eager?: boolean;
  className?: string;
}

/** A picture in a slot: it fills the slot whatever its own shape, and its space is kept before it arrives. */
export const Picture = styled(function Picture({ image, sizes, eager = false, className }: Props) {
  return (
    <img
      className={className}
      src={image.src}
      srcSet={image.srcSet}
      sizes={image.srcSet === undefined ? undefined : sizes}
      width={image.width}
      height={image.height}
      alt={image.alt}
      loading={eager ? undefined : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding={eager ? undefined : 'async'}
    />
  );
})`
  width: 100%;
  object-fit: cover;
  background: ${({ theme }) => theme.color.sand};
`;
