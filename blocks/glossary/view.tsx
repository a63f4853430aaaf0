import { useContext, useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useLocation } from 'react-router-dom';
import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { PlacementKeyContext } from '../../src/builder/placement-context.ts';
import { Button } from '../../src/ui/form/button.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { Section } from '../../src/ui/layout/section.tsx';
import type block from './block.ts';
import { FILTER_PARAMETER, termMatches, termAnchor } from './terms.ts';

const Filter = styled.form`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 0.75rem;
  max-width: ${({ theme }) => theme.width.text};
  label {
    flex: 1 1 14rem;
    font-weight: 620;
  }
  input {
    display: block;
    width: 100%;
    min-height: 3rem;
    margin-block-start: 0.35rem;
    padding: 0.5rem 0.75rem;
    border: 2px solid ${({ theme }) => theme.color.inkSoft};
    border-radius: ${({ theme }) => theme.radius.s};
    background: ${({ theme }) => theme.color.paper};
    font-size: 1.125rem;
    font-weight: 400;
  }
  @media print {
    display: none;
  }
`;

const Count = styled.p`
  min-height: 1.65em;
  margin-block: ${({ theme }) => theme.space.s} ${({ theme }) => theme.space.m};
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
`;

const Terms = styled.dl`
  @container (min-width: 52rem) {
    columns: 2;
    column-gap: ${({ theme }) => theme.space.xl};
  }
  > div {
    padding-block: ${({ theme }) => theme.space.m};
    border-block-start: 1px solid ${({ theme }) => theme.color.line};
    break-inside: avoid;
  }
  > div:target {
    border-block-start: 4px solid ${({ theme }) => theme.color.accent};
  }
  dt {
    font-family: ${({ theme }) => theme.font.display};
    font-size: ${({ theme }) => theme.type.h4};
    font-weight: 560;
    line-height: 1.3;
  }
  dd {
    margin-block-start: 0.35rem;
    color: ${({ theme }) => theme.color.inkSoft};
  }
  @media print {
    > div[hidden] {
      display: block !important;
    }
  }
`;

const Note = styled(RichText)`
  margin-block-start: ${({ theme }) => theme.space.l};
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
`;

/** Terms with their meanings, and a filter that also works without JavaScript. */
export default function GlossaryView(props: PropsOf<typeof block>) {
  const { tone, eyebrow, title, desc, items, note } = props;
  const id = useContext(PlacementKeyContext);
  const { search } = useLocation();
  const input = useRef<HTMLInputElement>(null);
  const asked = new URLSearchParams(search).get(FILTER_PARAMETER) ?? '';
  const [sought, setSought] = useState(asked);
  // Apply text that was typed before hydration.
  useEffect(() => setSought(input.current?.value ?? ''), []);
  // Later, a link that changes the query parameter replaces the text.
  const applied = useRef(asked);
  useEffect(() => {
    if (applied.current === asked) return;
    applied.current = asked;
    if (input.current) input.current.value = asked;
    setSought(asked);
  }, [asked]);

  const rows = 'rows' in items ? items.rows.map((row) => ({ ...row, shown: termMatches(row, sought) })) : [];
  const shown = rows.filter((row) => row.shown).length;
  const onSubmit = (event: SubmitEvent) => event.preventDefault();
  return (
    <Section tone={tone} heading={{ title, eyebrow, intro: desc && <RichText html={desc} /> }}>
      {'html' in items ? (
        <RichText html={items.html} />
      ) : (
        <>
          <Filter method="get" action={`#${id}`} role="search" aria-label={title} onSubmit={onSubmit}>
            <label>
              Find a term
              <input
                ref={input}
                type="search"
                name={FILTER_PARAMETER}
                defaultValue={asked}
                autoComplete="off"
                onInput={(event) => setSought(event.currentTarget.value)}
              />
            </label>
            <Button type="submit" $look="outline">
              Find
            </Button>
          </Filter>
          <Count role="status">
            {sought.trim() && `${shown} of ${rows.length} terms${shown === 0 ? '. Try a shorter word.' : ''}`}
          </Count>
          <Terms>
            {rows.map((row, index) => (
              <div key={index} id={termAnchor(row.term)} hidden={!row.shown}>
                <dt>{row.term}</dt>
                <dd>
                  <RichText html={row.meaning} />
                </dd>
              </div>
            ))}
          </Terms>
        </>
      )}
      {note && <Note html={note} />}
    </Section>
  );
}
