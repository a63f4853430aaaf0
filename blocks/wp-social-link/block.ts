import { z } from 'zod';
import { defineBodyBlock } from '../../src/builder/body-block.ts';

/** The networks whose logo we have, by WordPress's name. A link to any other network shows its label as text. */
const LOGOS = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
} as const;
const logos: Readonly<Record<string, string>> = LOGOS;

/** One link of WordPress's Social Icons block. */
export default defineBodyBlock({
  id: 'wp-social-link',
  selector: '.wp-block-social-link-anchor[href]',
  attributes: z.object({
    href: z.url({ protocol: /^(?:https?|mailto)$/ }),
    label: z.string().min(1).max(100),
    logo: z.enum(LOGOS).nullable(),
    /** Whether the label is visible beside the logo. If not, only screen readers announce it. Ignored without a logo. */
    showsLabel: z.boolean(),
  }),
  read(link) {
    const [, network = ''] = /\bwp-social-link-([a-z0-9]+)/.exec(link.parentElement?.className ?? '') ?? [];
    const label = link.querySelector('.wp-block-social-link-label')?.textContent.trim();
    const showsLabel = link.closest('.has-visible-labels') !== null;
    link.replaceChildren();
    return {
      href: link.getAttribute('href'),
      label: label || network,
      logo: (Object.hasOwn(logos, network) && logos[network]) || null,
      showsLabel,
    };
  },
  links: ({ href, label }) => [{ href, text: label }],
  example:
    '<ul class="wp-block-social-links is-layout-flex wp-block-social-links-is-layout-flex">' +
    '<li class="wp-social-link wp-social-link-instagram wp-block-social-link"><a href="https://www.instagram.com/example" class="wp-block-social-link-anchor">' +
    '<svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2a10 10 0 1 0 0 20"></path></svg><span class="wp-block-social-link-label screen-reader-text">Instagram</span></a></li>' +
    '<li class="wp-social-link wp-social-link-tumblr wp-block-social-link"><a href="https://example.tumblr.com" class="wp-block-social-link-anchor"><span class="wp-block-social-link-label screen-reader-text">Tumblr</span></a></li></ul>',
});
