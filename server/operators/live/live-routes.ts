import { Router, type RequestHandler } from 'express';
import type { Session, SessionData } from 'express-session';
import { tokenHash } from '../../platform/security/tokens.ts';
import { MAX_EVENT_LAG_MS, type LiveEventHub, type StreamSession, eventTimeOfId } from './live-events.ts';

/** Milliseconds between heartbeats, because proxies close idle connections. */
const HEARTBEAT_MS = 15_000;
/** Milliseconds after which a browser reconnects. */
const RETRY_MS = 2000;
/** Maximum bytes buffered for a slow browser. Beyond this, the stream is closed and the browser must reconnect. */
const MAX_BUFFERED_BYTES = 256 * 1024;
/**
 * A new stream also sends events from this many milliseconds before it opened, because the screen may have missed
 * them.
 */
const MARGIN_MS = 1000;

interface Options {
  hub: LiveEventHub;
  guard: { api: RequestHandler };
  now: () => number;
}

/**
 * Creates the route that streams live events to an operator's screen, as server-sent events, until the session ends or
 * the server stops.
 */
export function createLiveEventRoutes({ hub, guard, now }: Options): Router {
  const router = Router();
  router.get('/api/admin/live', guard.api, (request, response) => {
    // The browser has left while the session was read, and `close` is not emitted again.
    if (response.closed || response.destroyed) return;
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      // Without this header, nginx buffers events.
      'X-Accel-Buffering': 'no',
      // A kept-alive connection would delay the server's shutdown.
      Connection: 'close',
    });
    response.write(`retry: ${RETRY_MS}\n\n`);
    const beat = setInterval(() => response.write(': here\n\n'), HEARTBEAT_MS);
    const stop = hub.listen({
      session: liveSession(request.session),
      since: knownUntil(request.get('Last-Event-ID'), now()),
      happened({ id, event }) {
        if (response.writableLength > MAX_BUFFERED_BYTES) response.destroy();
        else response.write(`id: ${id}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`);
      },
      end: () => {
        clearInterval(beat);
        response.end();
      },
    });
    response.on('close', () => {
      clearInterval(beat);
      stop();
    });
  });
  return router;
}

/**
 * Returns the time (epoch milliseconds) from which a stream sends events. After a reconnect, it is `MAX_EVENT_LAG_MS`
 * before the last event, because rows may become visible late.
 */
function knownUntil(lastId: string | undefined, now: number): number {
  const last = eventTimeOfId(lastId);
  return last === null ? now - MARGIN_MS : last - MAX_EVENT_LAG_MS;
}

function liveSession({ id, epoch, signedInAt }: Session & Partial<SessionData>): StreamSession {
  return { sidHash: tokenHash(id), epoch: epoch ?? -1, signedInAt: signedInAt ?? 0 };
}
