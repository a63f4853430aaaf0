import type { Content } from '../../../server/content/content.ts';
import { runApp } from '../../server/running-app.ts';

/** The complete application, which runs in this process and listens on HTTP. */
export interface OpenSite {
  content: Content;
  url: string;
  /** Syncs with WordPress and renders the affected pages again. */
  read(): Promise<void>;
  /** Syncs with WordPress, then requests the document at a path. Does not follow redirects. */
  page(path: string): Promise<{ status: number; html: string }>;
  /** Syncs with WordPress, then returns the site's response body for a path below `/wp-json/wp/v2`. */
  wpJson(path: string): Promise<string>;
  /** Brings the comments that visitors wrote to WordPress. */
  deliverComments(): Promise<void>;
  /** Returns the distinct warnings and errors logged so far. */
  messages(): string[];
  close(): Promise<void>;
}

/** Pino's level for warnings. */
const WARN = 40;

/** Starts the site on a free local port. */
export async function openSite(env: Record<string, string>): Promise<OpenSite> {
  const { content, pages, url, comments, events, stop } = await runApp({ CONTENT_MAX_AGE: '3600', ...env });
  const read = async () => {
    await content.check();
    await pages.refresh();
  };
  return {
    content,
    url,
    read,
    async page(path) {
      await read();
      const response = await fetch(url + path, { redirect: 'manual' });
      return { status: response.status, html: await response.text() };
    },
    async wpJson(path) {
      await read();
      return (await fetch(`${url}/wp-json/wp/v2${path}`)).text();
    },
    deliverComments: async () => comments?.drain(),
    messages: () => [
      ...new Set(
        events()
          .filter(({ level }) => Number(level) >= WARN)
          .map((event) => (typeof event['msg'] === 'string' ? event['msg'] : JSON.stringify(event))),
      ),
    ],
    close: stop,
  };
}
