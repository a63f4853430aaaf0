import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import { runInBackground } from '../../platform/async/run-in-background.ts';
import { ALL_PURGE_KEY } from '../../platform/caching-headers.ts';

/** Sends purge requests to the CDN in the background, and repeats each until the CDN accepts it. */
export interface PurgeQueue {
  /** Adds keys to purge. Returns before they are sent. */
  add(keys: readonly string[]): void;
  health(): PurgeHealth;
  /** Stops sending. Keys in the queue are dropped, because the next start purges everything. */
  stop(): void;
}

/** Whether the CDN accepts purge requests. Times are epoch milliseconds. */
export interface PurgeHealth {
  /** The time of the first failure since the last success; null if the last request succeeded. */
  failingSince: number | null;
  lastFault: string | null;
}

interface Options {
  url: string;
  token: string | null;
  log: Logger;
  register: Registry;
  now: () => number;
}

/** Maximum number of keys in one request. Cloudflare accepts 30 on every plan, Fastly 256. */
const BATCH_KEYS = 30;
/** If more keys wait, everything is purged instead, because the APIs of CDNs limit the requests per minute. */
const MAX_WAITING_KEYS = 300;
const REQUEST_LIMIT_MS = 10_000;
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 60_000;
/** Keys are purged again after this time, because an older response may have reached the CDN after the first purge. */
const REPEAT_MS = 5_000;

/** Creates the queue, and purges everything, because the content may have changed since the server last stopped. */
export function createPurgeQueue({ url, token, log, register, now }: Options): PurgeQueue {
  /** The keys to purge, each with whether it is purged again after `REPEAT_MS`. */
  const waiting = new Map<string, boolean>();
  /** The keys of the request that is being sent. */
  let sending: readonly string[] = [];
  const repeats = new Set<NodeJS.Timeout>();
  const stopping = new AbortController();
  let health: PurgeHealth = { failingSince: null, lastFault: null };
  let running = false;
  const requests = new Counter({
    name: 'lintel_cdn_purges_total',
    help: 'Requests that told the CDN which keys to purge, by outcome.',
    labelNames: ['outcome'],
    registers: [register],
  });
  const waitingKeys = new Gauge({
    name: 'lintel_cdn_purge_waiting_keys',
    help: 'Keys that the CDN has not accepted yet.',
    registers: [register],
    collect() {
      waitingKeys.set(new Set([...waiting.keys(), ...sending]).size);
    },
  });

  function add(keys: readonly string[], isRepeated: boolean): void {
    if (stopping.signal.aborted) return;
    for (const key of keys) waiting.set(key, isRepeated || waiting.get(key) === true);
    if (waiting.size > MAX_WAITING_KEYS) {
      waiting.clear();
      waiting.set(ALL_PURGE_KEY, true);
    }
    if (!running) runInBackground(log, 'cdn-not-purged', run);
  }

  async function run(): Promise<void> {
    running = true;
    let failures = 0;
    while (waiting.size > 0 && !stopping.signal.aborted) {
      const batch = [...waiting].slice(0, BATCH_KEYS);
      for (const [key] of batch) waiting.delete(key);
      sending = batch.map(([key]) => key);
      const fault = await send(sending);
      sending = [];
      if (fault === null) {
        failures = 0;
        health = { failingSince: null, lastFault: null };
        requests.inc({ outcome: 'accepted' });
        log.info({ event: 'cdn-purged', keys: batch.length });
        repeatLater(batch.flatMap(([key, isRepeated]) => (isRepeated ? [key] : [])));
        continue;
      }
      for (const [key, isRepeated] of batch) waiting.set(key, isRepeated || waiting.get(key) === true);
      const wait = Math.min(FIRST_RETRY_MS * 2 ** failures, MAX_RETRY_MS);
      failures += 1;
      health = { failingSince: health.failingSince ?? now(), lastFault: fault };
      requests.inc({ outcome: 'failed' });
      log.warn({ event: 'cdn-purge-failed', fault, waiting: waiting.size, wait });
      await sleep(wait, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
    running = false;
  }

  /** Sends one purge request. Returns its fault; null if the CDN has accepted the keys. */
  async function send(keys: readonly string[]): Promise<string | null> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        ...buildPurgeRequest(url, token, keys),
        redirect: 'error',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(REQUEST_LIMIT_MS)]),
      });
      await response.body?.cancel();
      return response.ok ? null : `It answers ${response.status}.`;
    } catch (error) {
      return error instanceof Error && error.name === 'TimeoutError'
        ? `It does not answer within ${REQUEST_LIMIT_MS / 1000} s.`
        : 'It cannot be reached.';
    }
  }

  function repeatLater(keys: readonly string[]): void {
    if (keys.length === 0) return;
    const timer = setTimeout(() => {
      repeats.delete(timer);
      add(keys, false);
    }, REPEAT_MS).unref();
    repeats.add(timer);
  }

  add([ALL_PURGE_KEY], true);
  return {
    add: (keys) => add(keys, true),
    health: () => health,
    stop() {
      stopping.abort();
      for (const timer of repeats) clearTimeout(timer);
    },
  };
}

/**
 * Returns headers and body of a purge request, in the format of Fastly or Cloudflare. Other URLs get `{"keys": […]}`.
 */
export function buildPurgeRequest(
  url: string,
  token: string | null,
  keys: readonly string[],
): { headers: Record<string, string>; body: string } {
  const type = { 'Content-Type': 'application/json' };
  const { hostname } = new URL(url);
  if (hostname === 'api.fastly.com') {
    const key = token === null ? {} : { 'Fastly-Key': token };
    return { headers: { ...type, ...key }, body: JSON.stringify({ surrogate_keys: keys }) };
  }
  const bearer = token === null ? {} : { Authorization: `Bearer ${token}` };
  const body = hostname === 'api.cloudflare.com' ? { tags: keys } : { keys };
  return { headers: { ...type, ...bearer }, body: JSON.stringify(body) };
}
