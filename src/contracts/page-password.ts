/** The path that the password form of a page or post submits to. */
export const PAGE_PASSWORD_PATH = '/api/page-password';

/** The names of the password form's inputs. WordPress's own form uses `post_password`, too. */
export const pagePasswordFields = {
  /** WordPress's id of the page or post. */
  entry: 'entry',
  password: 'post_password',
} as const;
/** The length of WordPress's column `post_password`, in characters. */
export const MAX_PAGE_PASSWORD_CHARACTERS = 255;

/** Returns the HTML id of the password input. `entry` is the id of the page or post. */
export const pagePasswordInputId = (entry: number) => `password-${entry}`;

/** The query parameter of the redirect after a wrong password. Its value is `wrong`. */
export const WRONG_PAGE_PASSWORD_PARAMETER = 'password';

/** The text that lists show in place of a protected post's excerpt, as in WordPress. */
export const PROTECTED_EXCERPT_TEXT = 'There is no excerpt because this is a protected post.';
