import { z } from 'zod';
import { defineBodyBlock } from '../../src/builder/body-block.ts';
import { truncateText } from '../../src/contracts/truncate-text.ts';

/**
 * A link in place of the contact form that an editor put into a text. The form itself is a section below the text, so
 * that it works as on the contact page (`server/content/resolve/contact-form-below.ts`).
 */
export default defineBodyBlock({
  id: 'wp-contact-form',
  selector: '.lintel-contact-form',
  attributes: z.object({ text: z.string().min(1).max(100) }),
  read(element) {
    const text = truncateText(element.textContent.trim(), 100) || 'Contact form';
    element.replaceChildren();
    return { text };
  },
  links: ({ text }) => [{ href: '/contact', text }],
  example:
    '<p class="wp-block-lintel-contact-form lintel-contact-form"><a href="https://example.com/contact">Write to me</a></p>',
});
