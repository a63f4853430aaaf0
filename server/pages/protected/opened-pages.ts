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

/** A page behind a password, for a visitor who knows it. It must not be stored anywhere. */
export interface OpenedPage {
  found: FoundPage;
  frame: Frame;
}

/** The pages behind a password, for the visitors who opened them. */
export interface OpenedPages {
  /** Whether a request may come from a visitor who opened a page. */
  mayOpen(request: IncomingMessage): boolean;
  /** Resolves a page for a request whose visitor opened it; null if they did not. `lock` is the id of the page. */
  open(request: IncomingMessage, asked: PageRequest, lock: number): Promise<OpenedPage | null>;
}

/** Opens pages by the visitor's cookie. Its password was checked when the cookie was set, so WordPress is not asked. */
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
