/**
 * Which links a browser may get ready ahead of the click. Sent as a file of its own: no inline script, no hole
 * in the policy.
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
