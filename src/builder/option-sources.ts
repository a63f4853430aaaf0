/** The kind of site content that provides the options of a choice. */
export type OptionSource = 'categories' | 'tags' | 'pages' | 'menus';

/** For each source: the word for one option in messages, and an option that every site has (empty if none). */
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
