import styled, { css } from 'styled-components';
import type { ImageValue } from '../../builder/field.ts';

interface Props {
  image: ImageValue;
  /** The width of the slot, as a `sizes` attribute. */
  sizes: string;
  /** True for the first picture on a page: it is fetched immediately, with high priority. */
  eager?: boolean;
  className?: string | undefined;
}

/** A picture that fills its slot, whatever its proportions. Before it loads, its space is reserved and colored. */
export function Picture({ image, sizes, eager = false, className }: Props) {
  return (
    <Image
      className={className}
      src={image.src}
      srcSet={image.srcSet}
      // Lazy pictures are fetched after layout, so browsers that support `auto` can measure the slot.
      sizes={image.srcSet === undefined ? undefined : eager ? sizes : `auto, ${sizes}`}
      width={image.width}
      height={image.height}
      alt={image.alt}
      loading={eager ? undefined : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding={eager ? undefined : 'async'}
      $placeholder={image.placeholder}
      $focus={image.focus}
    />
  );
}

// Styled through classes, because the Content-Security-Policy forbids `style` attributes.
const Image = styled.img<{ $placeholder: string | undefined; $focus: string | undefined }>`
  width: 100%;
  object-fit: cover;
  background: ${({ theme, $placeholder }) => $placeholder ?? theme.color.sand};
  ${({ $focus }) =>
    $focus &&
    // An editor's focal point takes precedence over the slot's default.
    css`
      &&& {
        object-position: ${$focus};
      }
    `}
`;
