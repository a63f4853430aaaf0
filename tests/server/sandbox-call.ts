import { z } from 'zod';
import type { CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';

const record = z.record(z.string(), z.unknown());

/** The sandbox's response. `body` is an empty object if the response is not a JSON object. */
export interface SandboxAnswer {
  status: number;
  headers: Headers;
  text: string;
  body: Record<string, unknown>;
}

/** Sends a request to the sandbox as a HighLevel client does. `headers` overrides default headers; null omits one. */
export async function callSandbox(
  sandbox: CrmSandbox,
  method: string,
  path: string,
  {
    body,
    headers = {},
    signal,
  }: { body?: unknown; headers?: Record<string, string | null>; signal?: AbortSignal } = {},
): Promise<SandboxAnswer> {
  const all: Record<string, string | null> = {
    Authorization: `Bearer ${sandbox.settings.GHL_API_KEY}`,
    Version: '2021-07-28',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...headers,
  };
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
  const response = await fetch(sandbox.url + path, {
    method,
    headers: Object.fromEntries(sent),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: readObject(text) };
}

function readObject(text: string): Record<string, unknown> {
  try {
    return record.catch({}).parse(JSON.parse(text));
  } catch {
    return {};
  }
}

const withId = z.looseObject({ id: z.string() });

/** Returns the contact in a response. Throws if there is none. */
export function contactOf(answer: SandboxAnswer): z.infer<typeof withId> {
  return withId.parse(answer.body['contact']);
}

/** Submits a form without following redirects. */
export function postForm(
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', headers });
}
