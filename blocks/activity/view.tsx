import { Fragment, useId } from 'react';
import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { BesideSection } from '../../src/ui/beside-section.tsx';
import { RichText } from '../../src/ui/rich-text.tsx';
import { SampleNote } from '../../src/ui/sample-note.tsx';
import { ButtonLink } from '../../src/ui/site-link.tsx';
import { VisuallyHidden } from '../../src/ui/visually-hidden.ts';
import type block from './block.ts';
import { Entry } from './entry.tsx';

/** Number of entries shown at first, and added by each "Load more" link. */
const BATCH = 4;

/**
 * A batch is visible if the URL fragment targets it or anything after it. The buttons are therefore plain links, which
 * work without JavaScript, and Back hides what they revealed.
 */
const Batches = styled.div`
  position: relative;
  ol {
    scroll-margin-block-start: 2rem;
  }
  ol:first-child {
    border-block-start: 2px solid ${({ theme }) => theme.color.ink};
  }
  ol ~ ol:not(:target, :has(~ :target)),
  p:has(~ :target) {
    display: none;
  }
  @media print {
    ol ~ ol:not(:target, :has(~ :target)) {
      display: block;
    }
  }
`;

const More = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 0.875rem;
  margin-block-start: ${({ theme }) => theme.space.l};
`;

/** The target of "View all activity". It is at the top, so that following the link does not scroll past the list. */
const All = styled(VisuallyHidden)`
  inset-block-start: 0;
`;

const to = (target: string, text: string) => ({ href: `#${target}`, text, newTab: false });

/** Shows the first activities. Links reveal the next ones, or all of them. */
export default function ActivityView({ tone, eyebrow, title, desc, note, items }: PropsOf<typeof block>) {
  const id = useId();
  const rows = 'rows' in items ? items.rows : [];
  const batches = Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, index) =>
    rows.slice(index * BATCH, (index + 1) * BATCH),
  );
  return (
    <BesideSection
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
            {index > 0 && (
              <More>
                <ButtonLink link={to(`${id}-${index}`, 'Load more')} $look="outline" />
                <ButtonLink link={to(`${id}-all`, 'View all activity')} $look="quiet" />
              </More>
            )}
            <ol role="list" id={`${id}-${index}`}>
              {batch.map((row, place) => (
                <Entry key={place} {...row} />
              ))}
            </ol>
          </Fragment>
        ))}
        {batches.length > 1 && <All id={`${id}-all`}>All entries are shown.</All>}
      </Batches>
    </BesideSection>
  );
}
