import type { IncomingMessage } from 'node:http';
import type { Content } from '../../content/content.ts';
import type { FoundPage, PageRequest } from '../../content/resolve/resolve-page.ts';
import type { Frame } from '../../content/resolve/snapshot.ts';
import { hasPass, mayHavePass } from './page-pass.ts';

interface Options {
  content: Pick<Content, 'snapshot' | 'resolveWith'>;
  secrets: readonly string[];
  /** Whether visitors use https. */
  secure: boolean;
  /** Epoch milliseconds. */
  now: () => number;
}

/** A password-protected page, for a visitor who has entered the password. It must not be stored or cached. */
export interface OpenedPage {
  found: FoundPage;
  frame: Frame;
}

/** Resolves password-protected pages for visitors who have entered the password. */
export interface OpenedPages {
  /** Whether a request has a cookie that may open a page. Does not check the cookie. */
  mayOpen(request: IncomingMessage): boolean;
  /**
   * Resolves a page if the visitor's cookie opens it; otherwise returns null. `lock` is WordPress's id of the page.
   */
  open(request: IncomingMessage, asked: PageRequest, lock: number): Promise<OpenedPage | null>;
}

/** Creates the resolver. It checks the visitor's signed cookie only, so it works while WordPress is down. */
export function createOpenedPages({ content, secrets, secure, now }: Options): OpenedPages {
  return {
    mayOpen: ({ headers }) => mayHavePass(headers.cookie),
    async open({ headers }, asked, id) {
      const lock = content.snapshot()?.lock(id);
      if (!lock || !hasPass(headers.cookie, lock, { secrets, secure, now: now() })) return null;
      const outcome = await content.resolveWith(lock.opened, () => asked, { showFaults: false });
      if (outcome?.resolved?.answer.status !== 200) return null;
      const { answer, frame } = outcome.resolved;
      const head = { ...answer.document.head, robots: 'noindex' } as const;
      return { found: { ...answer, document: { ...answer.document, head } }, frame };
    },
  };
}
