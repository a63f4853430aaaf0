import { parseLinkAddress } from '../../../contracts/link-address.ts';

/**
 * The formats of formatted text, wherever it is typed. They are what visitors will see: headings of the first level are
 * reserved for the page's title.
 */
export const TEXT_FORMATS = {
  heading: { levels: [2, 3, 4] satisfies (2 | 3 | 4)[] },
  // A click on a link must not follow it. By default, the extension adds a target and a rel attribute to every link,
  // although only links to other sites may need them.
  link: {
    openOnClick: false,
    defaultProtocol: 'https',
    HTMLAttributes: { target: null, rel: null },
    isAllowedUri: (address: string) => parseLinkAddress(address) !== null,
  },
};
