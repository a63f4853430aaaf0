/**
 * The links that a browser may prerender before a click. Sent as a separate file, so that the Content-Security-Policy
 * does not have to allow an inline script.
 */
export const speculationRules = {
  prerender: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/api/*', '/wp-json/*', '/admin/*', '/oauth/*', '/media/*'] } },
          { not: { selector_matches: '[download], [target=_blank], [rel~=nofollow]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
};
