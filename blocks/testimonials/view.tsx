import styled from 'styled-components';
import { darkColors } from '../../src/contracts/brand.ts';
import type { PropsOf } from '../../src/builder/block.ts';
import { ListRows } from '../../src/ui/layout/list-rows.tsx';
import { initialsOf } from '../../src/ui/text/initials.ts';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { SampleNote } from '../../src/ui/text/sample-note.tsx';
import { Section } from '../../src/ui/layout/section.tsx';
import { StarRating } from '../../src/ui/text/star-rating.tsx';
import type block from './block.ts';

const Grid = styled.ul.attrs({ role: 'list' })`
  display: grid;
  gap: ${({ theme }) => theme.space.m};
  @container (min-width: 56rem) {
    grid-template-columns: repeat(12, minmax(0, 1fr));
    > li {
      grid-column: span 5;
    }
    > li:first-child {
      grid-area: span 2 / span 7;
    }
    > li:first-child:last-child {
      grid-column: 1 / -1;
    }
    > li:nth-child(n + 4) {
      grid-column: span 6;
    }
  }
`;

const Item = styled.li`
  padding: clamp(1.5rem, 3cqi, 2.25rem);
  border-radius: ${({ theme }) => theme.radius.m};
  background: ${({ theme }) => theme.color.surface};
  break-inside: avoid;
  figure {
    display: flex;
    flex-direction: column;
    gap: ${({ theme }) => theme.space.m};
    height: 100%;
  }
  blockquote {
    white-space: pre-line;
  }
  &:first-child {
    background: ${({ theme }) => theme.color.deep};
    color: ${({ theme }) => theme.color.onDeep};
    --ink-soft: var(--on-deep-soft);
    --accent: ${darkColors.accent};
    --on-accent: ${darkColors.onAccent};
    blockquote {
      font-family: ${({ theme }) => theme.font.display};
      font-size: clamp(1.375rem, 1.1rem + 1.1cqi, 2rem);
      line-height: 1.32;
      letter-spacing: -0.01em;
    }
    @container (min-width: 56rem) {
      padding: 3rem;
      border-radius: ${({ theme: { radius } }) =>
        `50% 50% ${radius.m} ${radius.m} / 12% 12% ${radius.m} ${radius.m}`};
      padding-block-start: 5.5rem;
    }
  }
  @media (forced-colors: active) {
    border: 1px solid CanvasText;
  }
`;

const Who = styled.figcaption`
  display: flex;
  align-items: center;
  gap: 0.9rem;
  margin-block-start: auto;
  line-height: 1.35;
  strong {
    display: block;
    font-weight: 650;
  }
  small {
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: ${({ theme }) => theme.type.small};
  }
`;

const Initials = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  width: 2.75rem;
  height: 3.1rem;
  border-radius: 1.4rem 1.4rem 3px 3px;
  background: ${({ theme }) => theme.color.accent};
  color: ${({ theme }) => theme.color.onAccent};
  font-weight: 650;
`;

const Note = styled.div`
  margin-block-start: ${({ theme }) => theme.space.m};
`;

/** Client testimonials. Initials are derived from the name unless the editor set them. */
export default function TestimonialsView({ tone, eyebrow, title, desc, note, items }: PropsOf<typeof block>) {
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
      <ListRows of={items} as={Grid}>
        {({ quote, name, initials, location, rating }) => (
          <Item>
            <figure>
              {rating !== undefined && <StarRating rating={rating} />}
              <blockquote>{quote}</blockquote>
              <Who>
                <Initials aria-hidden="true">{initials ?? initialsOf(name)}</Initials>
                <span>
                  <strong>{name}</strong>
                  {location && <small>{location}</small>}
                </span>
              </Who>
            </figure>
          </Item>
        )}
      </ListRows>
    </Section>
  );
}
