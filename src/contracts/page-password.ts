/** The path that takes the password of a page or post. */
export const PAGE_PASSWORD_PATH = '/api/page-password';

/** The names of the form's inputs. WordPress has the same name for the password, and the same limit. */
export const passwordInputs = {
  /** WordPress's id of the page or post. */
  entry: 'entry',
  password: 'post_password',
} as const;
export const MAX_PASSWORD_CHARACTERS = 255;

/** Returns the id of the form's input for the password, by the id of the page or post. */
export const passwordInputId = (entry: number) => `password-${entry}`;

/** The query parameter of the page that answers a wrong password; its value is `wrong`. */
export const PASSWORD_QUERY = 'password';

/** What lists show in place of an excerpt, as in WordPress. */
export const NO_EXCERPT = 'There is no excerpt because this is a protected post.';
