import { Router, type RequestHandler } from 'express';
import type { Session, SessionData } from 'express-session';
import { LATE, type LiveHub } from './live-events.ts';
import type { LiveSession } from './live-sessions.ts';
import { momentOfId } from './read-live-events.ts';
import { tokenHash } from './tokens.ts';

/** Milliseconds between two signs of life: proxies end connections on which nothing comes. */
const BEAT = 15_000;
/** Milliseconds after which a browser comes back. */
const RETRY = 2000;
/** Bytes a browser may be behind before it has to come back for the rest. */
const MOST_BEHIND = 256 * 1024;
/** Milliseconds before a stream begins in which a screen may have missed something. */
const JUST_BEFORE = 1000;

interface Options {
  hub: LiveHub;
  guard: { api: RequestHandler };
  now: () => number;
}

/** The stream of what happens, as server-sent events. It ends with the session, and with the server. */
export function liveRoutes({ hub, guard, now }: Options): Router {
  const router = Router();
  router.get('/api/admin/live', guard.api, (request, response) => {
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      // nginx would hold events back.
      'X-Accel-Buffering': 'no',
      // An ended stream's connection would wait for another request, and a stopping server for it.
      Connection: 'close',
    });
    response.write(`retry: ${RETRY}\n\n`);
    const beat = setInterval(() => response.write(': here\n\n'), BEAT);
    const stop = hub.listen({
      session: liveSession(request.session),
      since: knownUntil(request.get('Last-Event-ID'), now()),
      happened({ id, event }) {
        if (response.writableLength > MOST_BEHIND) response.destroy();
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

/** After a break what could have been seen late comes again: better twice than never. */
function knownUntil(lastId: string | undefined, now: number): number {
  const last = momentOfId(lastId);
  return last === null ? now - JUST_BEFORE : last - LATE;
}

function liveSession({ id, epoch, signedInAt }: Session & Partial<SessionData>): LiveSession {
  return { sidHash: tokenHash(id), epoch: epoch ?? -1, signedInAt: signedInAt ?? 0 };
}
