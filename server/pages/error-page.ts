import { wordsPage } from './words-page.ts';

/** The page for an error of ours. */
export const errorPage = wordsPage(
  'Something went wrong on our side',
  'The page could not be made just now. The fault is noted. Please try again in a moment, or start from the <a href="/">home page</a>.',
);
