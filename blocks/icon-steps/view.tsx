import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { ListRows } from '../../src/ui/layout/list-rows.tsx';
import { CardTitle } from '../../src/ui/layout/card.tsx';
import { Icon } from '../../src/ui/theme/icon.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { Section } from '../../src/ui/layout/section.tsx';
import type block from './block.ts';

const List = styled.ol.attrs({ role: 'list' })`
  counter-reset: step;
  border-block-end: 2px solid ${({ theme }) => theme.color.ink};
  > li {
    display: grid;
    grid-template-columns: 4rem minmax(0, 1fr);
    gap: ${({ theme }) => theme.space.s} ${({ theme }) => theme.space.m};
    padding-block: ${({ theme }) => theme.space.l};
    border-block-start: 1px solid ${({ theme }) => theme.color.line};
    counter-increment: step;
    break-inside: avoid;
  }
  > li:first-child {
    border-block-start: 2px solid ${({ theme }) => theme.color.ink};
  }
  h3::before {
    content: counter(step) '. ';
    color: ${({ theme }) => theme.color.accent};
  }
  @container (min-width: 46rem) {
    > li {
      grid-template-columns: 4.5rem minmax(0, 4fr) minmax(0, 7fr);
      gap: ${({ theme }) => theme.space.l};
    }
  }
`;

/** An arched frame around a step's icon. */
const Door = styled.span`
  display: grid;
  place-items: center;
  width: 4rem;
  height: 4.75rem;
  padding-block-start: 0.4rem;
  border-radius: 2rem 2rem 4px 4px;
  border-block-end: 4px solid ${({ theme }) => theme.color.accent};
  background: ${({ theme }) => theme.color.sand};
  box-shadow: inset 0 0 0 1px ${({ theme }) => theme.color.line};
  color: ${({ theme }) => theme.color.accent};
  @media (forced-colors: active) {
    border: 1px solid CanvasText;
  }
`;

const Title = styled.div`
  align-self: center;
  @container (min-width: 46rem) {
    align-self: start;
    padding-block-start: 0.35rem;
  }
`;

const Text = styled(RichText)`
  grid-column: 1 / -1;
  max-width: ${({ theme }) => theme.width.text};
  color: ${({ theme }) => theme.color.inkSoft};
  @container (min-width: 46rem) {
    grid-column: auto;
    padding-block-start: 0.35rem;
  }
`;

const Note = styled(RichText)`
  margin-block-start: ${({ theme }) => theme.space.l};
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
`;

/** Numbered steps in rows. On wide screens, each text is beside its icon and title. */
export default function IconStepsView(props: PropsOf<typeof block>) {
  const { tone, eyebrow, title, desc, steps, note } = props;
  return (
    <Section tone={tone} heading={{ title, eyebrow, intro: desc && <RichText html={desc} /> }}>
      <ListRows of={steps} as={List}>
        {(step) => (
          <li>
            <Door>{step.icon && <Icon name={step.icon} size={32} />}</Door>
            <Title>
              <CardTitle>{step.title}</CardTitle>
            </Title>
            {step.description && <Text html={step.description} />}
          </li>
        )}
      </ListRows>
      {note && <Note html={note} />}
    </Section>
  );
}
