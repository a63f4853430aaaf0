/** A source of the options of a choice: what the site's content has at the time. */
export type OptionSource = 'categories' | 'tags' | 'pages' | 'menus';

/** What an option of each source is, for messages, and an example that every site has, if there is one. */
export const optionSources: Readonly<Record<OptionSource, { one: string; example: string }>> = {
  /** The value is the slug. */
  categories: { one: 'category', example: '' },
  /** The value is the slug. */
  tags: { one: 'tag', example: '' },
  /** The value is the path. */
  pages: { one: 'page', example: '/contact' },
  /** The value is the location of the menu. */
  menus: { one: 'menu', example: 'primary' },
};
