import type { IncomingMessage } from 'node:http';
import type { Content } from '../../content/content.ts';
import type { FoundPageResponse, PageRequest } from '../../content/resolve/resolve-page.ts';
import type { SettingsAndMenus } from '../../content/snapshot/snapshot.ts';
import { hasPagePass, mayHavePagePass } from './page-pass.ts';

interface Options {
  content: Pick<Content, 'snapshot' | 'resolveWith'>;
  secrets: readonly string[];
  /** Whether visitors use https. */
  secure: boolean;
  /** Epoch milliseconds. */
  now: () => number;
}

/** A password-protected page, for a visitor who has entered the password. It must not be stored or cached. */
export interface UnlockedPage {
  found: FoundPageResponse;
  frame: SettingsAndMenus;
}

/** Resolves password-protected pages for visitors who have entered the password. */
export interface UnlockedPageResolver {
  /** Whether a request has a cookie that may open a page. Does not check the cookie. */
  mayOpen(request: IncomingMessage): boolean;
  /**
   * Resolves a page if the visitor's cookie opens it; otherwise returns null. `lock` is WordPress's id of the page.
   */
  open(request: IncomingMessage, asked: PageRequest, lock: number): Promise<UnlockedPage | null>;
}

/** Creates the resolver. It checks the visitor's signed cookie only, so it works while WordPress is down. */
export function createUnlockedPageResolver({ content, secrets, secure, now }: Options): UnlockedPageResolver {
  return {
    mayOpen: ({ headers }) => mayHavePagePass(headers.cookie),
    async open({ headers }, asked, id) {
      const lock = content.snapshot()?.lock(id);
      if (!lock || !hasPagePass(headers.cookie, lock, { secrets, secure, now: now() })) return null;
      const outcome = await content.resolveWith(lock.opened, () => asked, { showFaults: false });
      if (outcome?.resolved?.answer.status !== 200) return null;
      const { answer, frame } = outcome.resolved;
      const head = { ...answer.document.head, robots: 'noindex' } as const;
      return { found: { ...answer, document: { ...answer.document, head } }, frame };
    },
  };
}
