import type { LiveEvent } from '../../src/contracts/operators/operator-api.ts';
import { CONDITION_LIMIT } from '../setup/time-limits.ts';

/** A minimal EventSource that records events with their ids. */
export interface LiveClient {
  status: number;
  headers: Headers;
  events: { id: string; event: LiveEvent }[];
  /** Waits for the first matching event, including earlier ones. Throws after `limit` milliseconds. */
  next(fits: (event: LiveEvent) => boolean, limit?: number): Promise<LiveEvent>;
  /** Waits until the server has ended the stream. Throws after `limit` milliseconds. */
  ended(limit?: number): Promise<void>;
  close(): void;
}

/** Opens the stream with an operator's cookie. To resume after a disconnect, pass the last event id as `lastId`. */
export async function openLive(url: string, cookie: string, lastId?: string): Promise<LiveClient> {
  const stop = new AbortController();
  const response = await fetch(`${url}/api/admin/live`, {
    headers: { cookie, accept: 'text/event-stream', ...(lastId ? { 'last-event-id': lastId } : {}) },
    signal: stop.signal,
  });
  const events: LiveClient['events'] = [];
  let isOver = false;
  read(response, events).then(
    () => {
      isOver = true;
    },
    () => {},
  );
  const until = async (holds: () => boolean, limit: number, what: string) => {
    const end = Date.now() + limit;
    while (!holds()) {
      if (Date.now() > end) throw new Error(`${what} did not happen in ${limit} ms.`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return {
    status: response.status,
    headers: response.headers,
    events,
    async next(fits, limit = CONDITION_LIMIT) {
      const find = () => events.find(({ event }) => fits(event));
      await until(() => find() !== undefined, limit, 'The event');
      const found = find();
      if (!found) throw new Error('The event is gone.');
      return found.event;
    },
    ended: (limit = CONDITION_LIMIT) => until(() => isOver, limit, 'The end of the stream'),
    close: () => stop.abort(),
  };
}

async function read(response: Response, events: LiveClient['events']): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of response.body ?? []) {
    rest += decoder.decode(chunk, { stream: true });
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line): [string, string] => {
          const colon = line.indexOf(': ');
          return [line.slice(0, colon), line.slice(colon + 2)];
        }),
      );
      const data = fields.get('data');
      if (data === undefined) continue;
      const event: LiveEvent = JSON.parse(data);
      if (fields.get('event') !== event.kind) throw new Error(`The event of ${data} has another name.`);
      events.push({ id: fields.get('id') ?? '', event });
    }
  }
}
