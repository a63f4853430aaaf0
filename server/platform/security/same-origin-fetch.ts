const MAX_REDIRECTS = 5;

/**
 * Returns a `fetch` that follows up to `MAX_REDIRECTS` redirects of a GET or HEAD within the origin of the request. It
 * returns any other redirect as the response, because a remote server must not choose which hosts this server requests.
 */
export function createSameOriginFetch(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    let address: RequestInfo | URL = input;
    for (let hop = 0; ; hop += 1) {
      const response = await send(address, { ...init, redirect: 'manual' });
      const from = new URL(address instanceof Request ? address.url : address);
      const target = redirectLocation(response, from);
      const isRead = /^(?:GET|HEAD)$/i.test(init?.method ?? 'GET');
      if (!target || !isRead || target.origin !== from.origin || hop === MAX_REDIRECTS) return response;
      await response.body?.cancel();
      address = target;
    }
  };
}

/** Returns the URL to which a response redirects; null if it does not, or if the URL is invalid. */
export function redirectLocation(
  { status, headers }: { status: number; headers: { get(name: string): string | null } },
  from: URL,
): URL | null {
  const location = status >= 300 && status < 400 ? headers.get('location') : null;
  return location === null ? null : URL.parse(location, from);
}
