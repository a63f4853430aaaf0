import { delay } from 'msw';
import { http, HttpResponse } from 'msw/http';
import { CONTENT_API_BASE_PATH } from '../content/content-paths.ts';
import type { RestMenu, RestPage, RestPost, RestSiteData } from '../content/wordpress-rest.ts';
import type { MenuLocation, PageDocument } from '../contracts/content.ts';
import type { SiteSettings } from '../contracts/site-settings.ts';
import {
  LEAD_STORED_STATUS_TEXT,
  type LeadResponse,
  type LeadErrorResponse,
} from '../contracts/leads/lead-request.ts';

/** The data for the handlers: the content of `fixtures/` in WordPress's REST format. */
export interface MockContent {
  pages: readonly RestPage[];
  /** Newest first. */
  posts: readonly RestPost[];
  menus: Readonly<Partial<Record<MenuLocation, RestMenu>>>;
  site: RestSiteData;
  /** Returns the page for the parameters `path`, `layout` and `query`; null if there is none. */
  document(query: URLSearchParams): Promise<PageDocument | null>;
}

/** The content of `/mock/content.json`, which the mock site's Vite server provides. */
export type MockContentFile = Omit<MockContent, 'document'> & { settings: SiteSettings };

/**
 * Response times of the mock provider, as specified: `SLOW_MS` for pages and posts, `FAST_MS` for menus and site data.
 */
const SLOW_MS = 300;
const FAST_MS = 200;

/** Returns MSW handlers for the endpoints of the site's own server: content and forms. */
export function mockHandlers(sample: MockContent) {
  return [...contentHandlers(sample), ...leadHandlers()];
}

function contentHandlers(sample: MockContent) {
  return [
    http.get(`${CONTENT_API_BASE_PATH}/pages`, async ({ request }) => {
      await delay(SLOW_MS);
      const query = new URL(request.url).searchParams;
      const page = sample.pages.find(({ slug }) => slug === query.get('slug'));
      if (!query.has('path')) return HttpResponse.json(page ? [page] : []);
      const document = await sample.document(query);
      return HttpResponse.json(document ? [{ ...page, lintel: document }] : []);
    }),
    http.get(`${CONTENT_API_BASE_PATH}/posts`, async ({ request }) => {
      await delay(SLOW_MS);
      const query = new URL(request.url).searchParams;
      const [slug, category] = [query.get('slug'), query.get('categories')];
      const perPage = Number(query.get('per_page') ?? 10);
      const page = Number(query.get('page') ?? 1);
      const posts = sample.posts
        .filter((post) => slug === null || post.slug === slug)
        .filter((post) => category === null || post.categories?.includes(Number(category)));
      return HttpResponse.json(posts.slice((page - 1) * perPage, page * perPage));
    }),
    http.get(`${CONTENT_API_BASE_PATH}/menus/v1/locations/:location`, async ({ params }) => {
      await delay(FAST_MS);
      const menu = Object.entries(sample.menus).find(([location]) => location === params['location'])?.[1];
      return menu
        ? HttpResponse.json(menu)
        : HttpResponse.json({ code: 'not_found', message: 'No menu is at this location.' }, { status: 404 });
    }),
    http.get(CONTENT_API_BASE_PATH, async ({ request }) => {
      await delay(FAST_MS);
      const { origin } = new URL(request.url);
      return HttpResponse.json({ ...sample.site, url: origin, home: origin });
    }),
  ];
}

/** Accepts leads without storing them. A contact id is valid until the page is reloaded. */
function leadHandlers() {
  const issued = new Set<string>();
  const accept = () => {
    const contactId = `mock_${crypto.randomUUID()}`;
    issued.add(contactId);
    return HttpResponse.json(stored(contactId));
  };
  return [
    http.post('/api/ghl/contact', accept),
    http.post('/.netlify/functions/ghl-webhook', accept),
    http.post('/api/contact', accept),
    http.post('/api/market-reports', accept),
    http.put('/api/ghl/contact/:contactId', ({ params }) => {
      const contactId = String(params['contactId']);
      return issued.has(contactId)
        ? HttpResponse.json(stored(contactId))
        : HttpResponse.json(unknownContact, { status: 410 });
    }),
  ];
}

function stored(contactId: string): LeadResponse {
  return {
    success: true,
    contactId,
    id: contactId,
    status: LEAD_STORED_STATUS_TEXT,
    isLocalOnly: false,
    message: 'Your information has been received.',
  };
}

const unknownContact: LeadErrorResponse = {
  success: false,
  error: 'Missing contact information. Please try again.',
  message: 'Missing contact information. Please try again.',
  restart: true,
};
