import styled from 'styled-components';
import { Fragment } from 'react';
import { Icon } from '../../src/ui/theme/icon.tsx';
import type { IconName } from '../../src/ui/theme/icon-names.ts';
import type { PropsOf } from '../../src/builder/block.ts';
import { SideHeadingSection } from '../../src/ui/layout/side-heading-section.tsx';
import { buttonStyles, type ButtonLook } from '../../src/ui/form/button.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { SampleNote } from '../../src/ui/text/sample-note.tsx';
import type block from './block.ts';

type EntryType = 'sold' | 'purchase' | 'listing';

const types: Readonly<Record<EntryType, { word: string; icon: IconName }>> = {
  sold: { word: 'Sold', icon: 'key' },
  purchase: { word: 'Purchase', icon: 'home' },
  listing: { word: 'New listing', icon: 'sign' },
};

const Item = styled.li`
  display: grid;
  grid-template-columns: 3rem minmax(0, 1fr);
  gap: 0 ${({ theme }) => theme.space.m};
  padding-block: ${({ theme }) => theme.space.m};
  border-block-end: 1px solid ${({ theme }) => theme.color.line};
  break-inside: avoid;
  h3 {
    margin-block: 0.1rem 0.3rem;
    font-size: ${({ theme }) => theme.type.h4};
  }
  p {
    color: ${({ theme }) => theme.color.inkSoft};
  }
`;

/** An arch-shaped badge with the icon of the activity's type. */
const Sign = styled.span`
  display: grid;
  place-items: center;
  width: 3rem;
  height: 3.5rem;
  border-radius: 1.5rem 1.5rem 3px 3px;
  background: ${({ theme }) => theme.color.accent};
  color: ${({ theme }) => theme.color.onAccent};
  &[data-type='purchase'] {
    background: ${({ theme }) => theme.color.ink};
    color: ${({ theme }) => theme.color.paper};
  }
  &[data-type='listing'] {
    background: none;
    box-shadow: inset 0 0 0 2px ${({ theme }) => theme.color.accent};
    color: ${({ theme }) => theme.color.accent};
  }
`;

const Kind = styled.p`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 1rem;
  font-size: ${({ theme }) => theme.type.small};
  strong {
    color: ${({ theme }) => theme.color.accent};
    font-weight: 650;
  }
`;

interface Props {
  type: EntryType;
  title: string;
  desc?: string;
  date?: string;
}

function Entry({ type, title, desc, date }: Props) {
  const { word, icon } = types[type];
  return (
    <Item>
      <Sign data-type={type}>
        <Icon name={icon} />
      </Sign>
      <div>
        <Kind>
          <strong>{word}</strong>
          {date && <span>{date}</span>}
        </Kind>
        <h3>{title}</h3>
        {desc && <p>{desc}</p>}
      </div>
    </Item>
  );
}

/** Number of entries shown at first, and added by each "Load more" button. */
const BATCH_ENTRIES = 4;

/**
 * Each `details` element is a button. A closed "Load more" hides all lists and "Load more" buttons after it. While
 * "View all activity" is open, all lists are shown. This works without JavaScript and does not change the URL. An open
 * button is only visible while it has keyboard focus, so that the focus is not lost.
 */
const Batches = styled.div`
  position: relative;
  ol:first-child {
    border-block-start: 2px solid ${({ theme }) => theme.color.ink};
  }
  @media screen {
    &:not(:has(> [data-all][open])) {
      details:not([open]) ~ ol,
      details:not([open]) ~ details:not([data-all]) {
        display: none;
      }
    }
    &:has(> [data-all][open]) details:not([data-all]),
    &:not(:has(> details:not([open], [data-all]))) > [data-all]:not([open]) {
      display: none;
    }
  }
  @media print {
    details {
      display: none;
    }
  }
`;

const More = styled.details`
  display: inline-block;
  margin-block-start: ${({ theme }) => theme.space.l};
  margin-inline-end: 0.875rem;
  &[open]:not(:has(:focus-visible)) {
    position: absolute;
    margin: 0;
    clip-path: inset(50%);
  }
  &:not([open]) .fewer,
  &[open] .more {
    display: none;
  }
`;

const Summary = styled.summary<{ $look: ButtonLook }>`
  ${buttonStyles}
  list-style: none;
  &::-webkit-details-marker {
    display: none;
  }
`;

interface ToggleProps {
  words: string;
  look: ButtonLook;
  /** Whether the toggle shows all lists, not only the next one. */
  all?: boolean;
}

function Toggle({ words, look, all = false }: ToggleProps) {
  return (
    <More data-all={all ? '' : undefined}>
      <Summary $look={look}>
        <span className="more">{words}</span>
        <span className="fewer">Show fewer</span>
      </Summary>
    </More>
  );
}

/** Shows the first activities. Buttons reveal the next ones, or all of them. */
export default function ActivityView({ tone, eyebrow, title, desc, note, items }: PropsOf<typeof block>) {
  const rows = 'rows' in items ? items.rows : [];
  const batches = Array.from({ length: Math.ceil(rows.length / BATCH_ENTRIES) }, (_, index) =>
    rows.slice(index * BATCH_ENTRIES, (index + 1) * BATCH_ENTRIES),
  );
  return (
    <SideHeadingSection
      tone={tone}
      title={title}
      eyebrow={eyebrow}
      intro={desc && <RichText html={desc} />}
      below={note && <SampleNote>{note}</SampleNote>}
    >
      {'html' in items && <RichText html={items.html} />}
      <Batches>
        {batches.map((batch, index) => (
          <Fragment key={index}>
            {index > 0 && <Toggle words="Load more" look="outline" />}
            <ol role="list">
              {batch.map((row, place) => (
                <Entry key={place} {...row} />
              ))}
            </ol>
          </Fragment>
        ))}
        {batches.length > 1 && <Toggle words="View all activity" look="quiet" all />}
      </Batches>
    </SideHeadingSection>
  );
}
