import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { postListHeading } from '../../src/contracts/post-listing.ts';
import { Pager } from '../../src/ui/layout/pager.tsx';
import { PostCards } from '../../src/ui/layout/post-cards.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { Section } from '../../src/ui/layout/section.tsx';
import type block from './block.ts';

const Choices = styled.nav`
  margin-block-end: ${({ theme }) => theme.space.l};
  ul {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
  a {
    display: inline-flex;
    align-items: center;
    min-height: 2.75rem;
    padding-inline: 1rem;
    border: 1px solid ${({ theme }) => theme.color.line};
    border-radius: 999px;
    color: ${({ theme }) => theme.color.ink};
    text-decoration: none;
  }
  a:hover {
    border-color: currentColor;
  }
  a[aria-current] {
    border-color: ${({ theme }) => theme.color.ink};
    background: ${({ theme }) => theme.color.ink};
    color: ${({ theme }) => theme.color.paper};
  }
  @media (forced-colors: active) {
    a[aria-current] {
      border-width: 3px;
    }
  }
  @media print {
    display: none;
  }
`;

/** Shows the posts of the blog, or of a category, tag, author or date, with links to the categories. */
export default function PostListView(props: PropsOf<typeof block>) {
  const { tone, eyebrow, title, desc, all, none, path, list, categories, kind, name, slug, home } = props;
  const isAll = kind === 'all';
  return (
    <Section
      tone={tone}
      heading={{
        title: postListHeading(title, { kind, name }),
        eyebrow: isAll ? eyebrow : title,
        intro: isAll && desc && <RichText html={desc} />,
      }}
    >
      {categories.length > 1 && (
        <Choices aria-label="Categories">
          <ul role="list">
            <li>
              <a href={home} aria-current={isAll ? 'page' : undefined}>
                {all}
              </a>
            </li>
            {categories.map((each) => (
              <li key={each.slug}>
                <a
                  href={each.path}
                  aria-current={kind === 'category' && each.slug === slug ? 'page' : undefined}
                >
                  {each.name}
                </a>
              </li>
            ))}
          </ul>
        </Choices>
      )}
      {list.items.length === 0 ? (
        <p>{none}</p>
      ) : (
        <PostCards posts={list.items} level={2} eager withLead={isAll && list.page === 1} />
      )}
      <Pager
        page={list.page}
        pages={list.pages}
        href={(page) => (page === 1 ? path : `${path}?page=${page}`)}
        label="Pages of articles"
      />
    </Section>
  );
}
