import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { Rows } from '../../src/ui/layout/rows.tsx';
import { Pager } from '../../src/ui/layout/pager.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { SearchForm } from '../../src/ui/form/search-form.tsx';
import { Section } from '../../src/ui/layout/section.tsx';
import { ArrowLink } from '../../src/ui/text/site-link.tsx';
import type block from './block.ts';
import { Hits } from './hits.tsx';

const Count = styled.h2`
  margin-block: ${({ theme }) => theme.space.xl} ${({ theme }) => theme.space.m};
  font-size: ${({ theme }) => theme.type.h4};
`;

const Suggestions = styled.ul.attrs({ role: 'list' })`
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 2rem;
  margin-block-start: ${({ theme }) => theme.space.l};
`;

/** A search form with its results, or with suggested links if there are none. */
export default function SearchView(props: PropsOf<typeof block>) {
  const { tone, eyebrow, title, desc, label, button, none, items, words, list } = props;
  const address = (page: number) =>
    `/search?${new URLSearchParams({ q: words, ...(page > 1 ? { page: String(page) } : {}) }).toString()}`;
  return (
    <Section tone={tone} heading={{ title, eyebrow, intro: desc && <RichText html={desc} /> }}>
      <SearchForm label={label} button={button} words={words} />
      {words !== '' && <Count>{summary(list.total, words)}</Count>}
      {list.total > 0 ? (
        <Hits hits={list.items} />
      ) : (
        <>
          {words !== '' && none && <RichText html={none} />}
          <Rows of={items} as={Suggestions}>
            {({ link }) => (
              <li>
                <ArrowLink link={link} />
              </li>
            )}
          </Rows>
        </>
      )}
      <Pager page={list.page} pages={list.pages} href={address} label="Pages of results" />
    </Section>
  );
}

function summary(total: number, words: string): string {
  if (total === 0) return `Nothing found for “${words}”`;
  return `${total} ${total === 1 ? 'result' : 'results'} for “${words}”`;
}
