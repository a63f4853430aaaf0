import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { ListLines, ListRows } from '../../src/ui/layout/list-rows.tsx';
import { CardTitle, CheckmarkList } from '../../src/ui/layout/card.tsx';
import { Picture } from '../../src/ui/layout/picture.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { Section } from '../../src/ui/layout/section.tsx';
import type block from './block.ts';

const Path = styled.ol.attrs({ role: 'list' })`
  display: grid;
  counter-reset: step;
  > li {
    position: relative;
    padding: 0 0 ${({ theme }) => theme.space.l} 4rem;
    counter-increment: step;
    break-inside: avoid;
  }
  > li:last-child {
    padding-block-end: 0;
  }
  > li::before {
    content: counter(step);
    position: absolute;
    inset: 0 auto auto 0;
    display: grid;
    place-items: center;
    width: 2.75rem;
    height: 2.75rem;
    border: 2px solid ${({ theme }) => theme.color.accent};
    border-radius: ${({ theme }) => theme.radius.arch};
    color: ${({ theme }) => theme.color.accent};
    font-family: ${({ theme }) => theme.font.display};
    font-size: 1.25rem;
    font-weight: 600;
  }
  > li:not(:last-child)::after {
    content: '';
    position: absolute;
    inset: 3.25rem auto 0.5rem 1.3rem;
    border-inline-start: 2px solid ${({ theme }) => theme.color.line};
  }
`;

const Columns = styled(Path)`
  gap: ${({ theme }) => theme.space.l};
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr));
  > li {
    padding: 3.75rem 0 0;
  }
  > li:not(:last-child)::after {
    display: none;
  }
  /* Six steps form two rows of three instead of four and two. */
  @container (min-width: 48rem) {
    &:has(> :nth-child(6):last-child) {
      grid-template-columns: repeat(3, minmax(0, 1fr));
    }
  }
  /* Likewise, four steps do not form a row of three with one below. */
  @container (min-width: 34rem) and (max-width: 65.99rem) {
    &:has(> :nth-child(4):last-child) {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
`;

/** The times are left of the line; on narrow screens they are above their step. */
const Timeline = styled.ol.attrs({ role: 'list' })`
  display: grid;
  > li {
    position: relative;
    display: flex;
    flex-direction: column;
    padding: 0 0 ${({ theme }) => theme.space.l} 2rem;
    break-inside: avoid;
  }
  > li:last-child {
    padding-block-end: 0;
  }
  > li::before {
    content: '';
    position: absolute;
    inset: 0.45rem auto auto 0;
    width: 0.875rem;
    height: 0.875rem;
    border: 3px solid ${({ theme }) => theme.color.accent};
    border-radius: 50%;
  }
  > li:not(:last-child)::after {
    content: '';
    position: absolute;
    inset: 1.6rem auto -0.2rem 0.375rem;
    border-inline-start: 2px solid ${({ theme }) => theme.color.line};
  }
  > li > p:last-child {
    order: -1;
    margin-block: 0 0.35rem;
    color: ${({ theme }) => theme.color.accent};
  }
  @container (min-width: 42rem) {
    --times: clamp(8rem, 22cqi, 14rem);
    > li {
      display: block;
      padding-inline-start: calc(var(--times) + 3.5rem);
    }
    > li::before {
      inset-inline-start: calc(var(--times) + 1rem);
    }
    > li:not(:last-child)::after {
      inset-inline-start: calc(var(--times) + 1.375rem);
    }
    > li > p:last-child {
      position: absolute;
      inset: 0.1rem auto auto 0;
      width: var(--times);
      font-family: ${({ theme }) => theme.font.display};
      font-size: 1.1875rem;
      font-weight: 560;
      line-height: 1.35;
      text-align: end;
    }
  }
`;

const looks = { path: Path, columns: Columns, timeline: Timeline };

const Beside = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.xl};
  @container (min-width: 58rem) {
    grid-template-columns: minmax(0, 1.2fr) minmax(0, 0.8fr);
    > img {
      position: sticky;
      inset-block-start: 6rem;
    }
  }
  > img {
    aspect-ratio: 4 / 3;
    border-radius: ${({ theme }) => theme.radius.l};
  }
`;

const Text = styled(RichText)`
  max-width: ${({ theme }) => theme.width.text};
  margin-block-start: 0.4rem;
  color: ${({ theme }) => theme.color.inkSoft};
`;

const Points = styled(CheckmarkList)`
  max-width: ${({ theme }) => theme.width.text};
  margin-block-start: ${({ theme }) => theme.space.s};
`;

const Time = styled.p`
  margin-block-start: ${({ theme }) => theme.space.s};
  font-size: ${({ theme }) => theme.type.small};
  font-weight: 620;
`;

const Note = styled(RichText)`
  margin-block-start: ${({ theme }) => theme.space.l};
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
`;

/** Steps in order, as columns, as a path or as a timeline. The picture is only shown in the look `path`. */
export default function StepsView(props: PropsOf<typeof block>) {
  const { tone, look, eyebrow, title, desc, image, items, note } = props;
  const steps = (
    <ListRows of={items} as={looks[look]}>
      {(step) => (
        <li>
          <CardTitle>{step.title}</CardTitle>
          {step.desc && <Text html={step.desc} />}
          {step.points && (
            <Points>
              <ListLines of={step.points} />
            </Points>
          )}
          {step.time && <Time>{step.time}</Time>}
        </li>
      )}
    </ListRows>
  );
  return (
    <Section tone={tone} heading={{ title, eyebrow, intro: desc && <RichText html={desc} /> }}>
      {image && look === 'path' ? (
        <Beside>
          {steps}
          <Picture image={image} sizes="(min-width: 58rem) 30rem, 100vw" />
        </Beside>
      ) : (
        steps
      )}
      {note && <Note html={note} />}
    </Section>
  );
}
