import { Agent, fetch } from 'undici';

/** What a site sends for an address, after its redirects. */
export interface SiteAnswer {
  status: number;
  url: string;
  type: string;
  /** Its Content-Security-Policy. */
  policy: string;
  /** Empty for anything but HTML. */
  html: string;
}

/** Returns a function that requests each address of a site once. Only the path and the query of an address count. */
export function createSiteReader(origin: string): (address: URL) => Promise<SiteAnswer> {
  const answers = new Map<string, Promise<SiteAnswer>>();
  return ({ pathname, search }) => {
    const answer = answers.get(pathname + search) ?? request(origin + pathname + search);
    answers.set(pathname + search, answer);
    return answer;
  };
}

/** Without kept connections: PHP blocks this process for seconds, after which a server closes connections that are idle. */
const dispatcher = new Agent({ pipelining: 0 });

async function request(url: string): Promise<SiteAnswer> {
  const response = await fetch(url, { dispatcher });
  const type = response.headers.get('content-type') ?? '';
  const isHtml = type.startsWith('text/html');
  if (!isHtml) await response.body?.cancel();
  return {
    status: response.status,
    url: response.url,
    type,
    policy: response.headers.get('content-security-policy') ?? '',
    html: isHtml ? await response.text() : '',
  };
}
