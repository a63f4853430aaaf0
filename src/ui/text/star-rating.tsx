import styled from 'styled-components';
import { VisuallyHidden } from '../theme/visually-hidden.ts';

const STAR = 'm12 2.6 2.9 6 6.5.8-4.8 4.5 1.2 6.5L12 17.3l-5.8 3.1 1.2-6.5-4.8-4.5 6.5-.8L12 2.6Z';

const Row = styled.p`
  display: flex;
  gap: 0.2rem;
  color: ${({ theme }) => theme.color.accent};
  svg {
    width: 1.375rem;
    height: 1.375rem;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.4;
    stroke-linejoin: round;
  }
  .full,
  .half {
    fill: currentColor;
  }
  .half {
    clip-path: inset(0 50% 0 0);
  }
`;

/** Shows a rating from 0 to 5 as stars, rounded down to half stars, and as text for screen readers. */
export function StarRating({ rating }: { rating: number }) {
  return (
    <Row>
      <VisuallyHidden>{rating} out of 5 stars</VisuallyHidden>
      {[1, 2, 3, 4, 5].map((place) => (
        <svg key={place} viewBox="0 0 24 24" width={22} height={22} aria-hidden="true" focusable="false">
          <path d={STAR} />
          {rating >= place - 0.5 && <path d={STAR} className={rating >= place ? 'full' : 'half'} />}
        </svg>
      ))}
    </Row>
  );
}
