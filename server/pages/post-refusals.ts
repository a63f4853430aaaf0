import type { Response } from 'express';
import { wordsPage, type WordsPage } from './words-page.ts';

const back =
  'Go back in your browser: what you typed is still there. Or start from the <a href="/">home page</a>.';

const pages: Readonly<Record<400 | 413 | 415, WordsPage>> = {
  400: wordsPage(
    'This form is not on the page any more',
    `The page has changed since you opened it, so nothing was sent. ${back} Reload the page there, and send it again.`,
  ),
  413: wordsPage('That was too long', `Nothing was sent. ${back} Shorten the message, and send it again.`),
  415: wordsPage(
    'This could not be read',
    `The forms of this site send plain fields only, without files. Nothing was sent. ${back}`,
  ),
};

/** Answers a post that no form of the page can take. */
export function refusePost(response: Response, status: keyof typeof pages): void {
  const { html, policy } = pages[status];
  response.status(status).set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' });
  response.type('html').send(html);
}
