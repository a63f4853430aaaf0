/** GET to a path, credentials included; answers whatever the status. Rejects when no answer comes. */
export function apiRequest(path: string, signal?: AbortSignal): Promise<Response> {
  return fetch(path, { credentials: 'include', signal: signal ?? null });
}

/**
 * Reads an answer as JSON. A non-success answer throws an Error that says `status: body text`, or the status
 * text where there is no body. The shape is trusted: our own server has checked it.
 */
export async function readAnswer<T>(response: Response): Promise<T> {
  if (!response.ok) {
    throw new Error(`${response.status}: ${(await response.text()) || response.statusText}`);
  }
  return response.json();
}
