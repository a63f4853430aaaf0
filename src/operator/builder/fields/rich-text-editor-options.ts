import { parseLinkAddress } from '../../../contracts/link-address.ts';

/**
 * The options for all formatted text editors. Headings start at level 2, because level 1 is reserved for the page's
 * title.
 */
export const RICH_TEXT_EDITOR_OPTIONS = {
  heading: { levels: [2, 3, 4] satisfies (2 | 3 | 4)[] },
  // A click must not follow a link. By default, Tiptap adds `target` and `rel` to every link, although only links to
  // other sites may need them.
  link: {
    openOnClick: false,
    defaultProtocol: 'https',
    HTMLAttributes: { target: null, rel: null },
    isAllowedUri: (address: string) => parseLinkAddress(address) !== null,
  },
};
