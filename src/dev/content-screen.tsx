import { useState } from 'react';
import styled from 'styled-components';
import { useMenu, usePage, usePosts, useSiteData } from '../content/content-hooks.ts';
import { ContentSection } from '../content/content-section.tsx';
import type { MenuItem, MenuLocation } from '../contracts/content.ts';
import { Button } from '../ui/form/button.tsx';
import { Section } from '../ui/layout/section.tsx';

const Fields = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: ${({ theme }) => theme.space.m};
  margin-block-end: ${({ theme }) => theme.space.m};
  label {
    display: grid;
    gap: 0.25rem;
  }
  input,
  select {
    min-height: 2.75rem;
    font: inherit;
  }
`;

const Preview = styled.div`
  padding: ${({ theme }) => theme.space.m};
  border: 1px dashed ${({ theme }) => theme.color.line};
`;

/**
 * Shows the results of the content hooks at `/dev/content` in development: one section of a page, the posts, the menus
 * and the site data, including their loading and error states.
 */
export function ContentScreen() {
  return (
    <>
      <PageSection />
      <Posts />
      <Section heading={{ title: 'Menus' }}>
        <MenuList location="primary" />
        <MenuList location="footer" />
      </Section>
      <Site />
    </>
  );
}

function PageSection() {
  const [slug, setSlug] = useState('home');
  const [section, setSection] = useState('hero_title');
  const { page, isLoading, error } = usePage(slug);
  const sections = Object.entries(page?.acf ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' ? [name] : [],
  );
  return (
    <Section heading={{ title: 'A section of a page' }}>
      <Fields>
        <label>
          Slug
          <input value={slug} onChange={(event) => setSlug(event.target.value)} />
        </label>
        <label>
          Section
          <select value={section} onChange={(event) => setSection(event.target.value)}>
            {[...new Set([section, ...sections])].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </Fields>
      <p role="status">
        {isLoading
          ? 'Loading…'
          : error
            ? `Failed: ${error.message}`
            : page
              ? `${page.title}, modified ${page.modified}, ${Object.keys(page.acf).length} fields`
              : 'No page has this slug.'}
      </p>
      <Preview data-testid="section">
        <ContentSection
          key={slug}
          page={slug}
          section={section}
          fallback={<em>The fallback</em>}
          skeleton={<em>The skeleton</em>}
        />
      </Preview>
    </Section>
  );
}

const PAGE_POSTS = 2;

function Posts() {
  const [page, setPage] = useState(1);
  const [category, setCategory] = useState<number>();
  const { posts, isLoading, error } = usePosts({
    perPage: PAGE_POSTS,
    page,
    ...(category === undefined ? {} : { category }),
  });
  const show = (next: number | undefined) => {
    setCategory(next);
    setPage(1);
  };
  return (
    <Section heading={{ title: 'Posts' }}>
      {isLoading && <p role="status">Loading…</p>}
      {error !== null && <p role="alert">{error}</p>}
      <ul>
        {posts.map((post) => (
          <li key={post.id}>
            {post.title} ({post.author?.name ?? 'no author'}){' '}
            {post.categories.map(({ id, name }) => (
              <button key={id} type="button" onClick={() => show(id)}>
                {name}
              </button>
            ))}
          </li>
        ))}
      </ul>
      <Fields>
        <Button type="button" disabled={page === 1} onClick={() => setPage(page - 1)}>
          Newer
        </Button>
        <Button type="button" disabled={posts.length < PAGE_POSTS} onClick={() => setPage(page + 1)}>
          Older
        </Button>
        <Button type="button" disabled={category === undefined} onClick={() => show(undefined)}>
          All categories
        </Button>
      </Fields>
    </Section>
  );
}

function MenuList({ location }: { location: MenuLocation }) {
  const { items, isLoading } = useMenu(location);
  return (
    <>
      <h3>{location}</h3>
      {items ? <Items items={items} /> : <p role="status">{isLoading ? 'Loading…' : 'No menu.'}</p>}
    </>
  );
}

function Items({ items }: { items: readonly MenuItem[] }) {
  return (
    <ul>
      {items.map(({ id, title, path, children }) => (
        <li key={id}>
          {title} <code>{path}</code>
          {children.length > 0 && <Items items={children} />}
        </li>
      ))}
    </ul>
  );
}

function Site() {
  const { status, siteData, error } = useSiteData();
  return (
    <Section heading={{ title: 'Site data' }}>
      {status === 'loading' && <p role="status">Loading…</p>}
      {error !== null && <p role="alert">{error}</p>}
      {siteData && <pre>{JSON.stringify(siteData, null, 2)}</pre>}
    </Section>
  );
}
