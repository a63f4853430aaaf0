import { z } from 'zod';
import { defineBodyBlock } from '../../src/builder/body-block.ts';

/**
 * WordPress's form for the password of a page or post. A password-protected page shows this form instead of its text.
 */
export default defineBodyBlock({
  id: 'wp-password',
  selector: 'form.post-password-form',
  attributes: z.object({
    /** WordPress's id of the page or post. */
    entry: z.number().int().positive(),
    /** Whether the visitor has just entered a wrong password. */
    isWrong: z.boolean(),
  }),
  read(form) {
    const input = form.querySelector('input[name="post_password"]');
    const entry = Number(/^pwbox-(\d+)$/.exec(input?.id ?? '')?.[1]);
    form.replaceChildren();
    return { entry, isWrong: false };
  },
  links: ({ entry }) => [{ href: `/?p=${entry}`, text: 'This content is password protected.' }],
  example:
    '<form action="https://example.com/wp-login.php?action=postpass" class="post-password-form" method="post"><p>This content is password protected. To view it please enter your password below:</p>' +
    '<p><label for="pwbox-7">Password: <input name="post_password" id="pwbox-7" type="password" spellcheck="false" required size="20" /></label> <input type="submit" name="Submit" value="Enter" /></p></form>',
});
