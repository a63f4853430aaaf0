import { css } from 'styled-components';

/** Styles for lists of posts, pages, terms and links. */
export const listBlockStyles = css`
  .wp-block-latest-posts,
  .wp-block-post-template,
  .wp-block-archives,
  .wp-block-categories,
  .wp-block-page-list,
  .wp-block-social-links,
  .wp-block-navigation ul {
    padding-inline-start: 0;
    list-style: none;
  }
  .wp-block-categories .children,
  .wp-block-page-list ul {
    padding-inline-start: 1.4em;
    list-style: none;
  }
  .wp-block-latest-posts > li + li,
  .wp-block-post-template > li + li {
    margin-block-start: ${({ theme }) => theme.space.s};
  }
  .wp-block-latest-posts:is(.is-grid) > li,
  .is-layout-grid > li {
    margin: 0;
  }
  .wp-block-latest-posts__post-date,
  .wp-block-latest-posts__post-author,
  .wp-block-post-date {
    display: block;
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: ${({ theme }) => theme.type.small};
  }
  .wp-block-query-pagination {
    margin-block-start: ${({ theme }) => theme.space.m};
    a,
    span[class*='numbers'] {
      display: inline-block;
      min-width: 1.5em;
      padding-block: 0.2em;
      text-align: center;
    }
  }
  .wp-block-tag-cloud a {
    margin-inline-end: 0.6em;
  }
  .wp-calendar-nav {
    display: flex;
    justify-content: space-between;
  }
  .wp-block-navigation ul {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem ${({ theme }) => theme.space.m};
    margin: 0;
    ul {
      padding-inline-start: 1em;
    }
  }
`;
