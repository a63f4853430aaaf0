import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import {
  WORDPRESS_SIGN_IN_OUTCOME_PARAMETER,
  type WordPressSignInOutcome,
} from '../../../src/contracts/operators/wordpress-sign-in.ts';
import { WordPressWriterError } from '../../content/rest/wordpress-writer.ts';
import type { Database } from '../../database/schema/schema.ts';
import { requestIdOf } from '../../platform/logging/request-id.ts';
import { equalInConstantTime, tokenHash } from '../../platform/security/tokens.ts';
import { recordAudit } from '../audit-log.ts';
import type { OperatorGuard, OperatorIdentity } from '../api/operator-guard.ts';
import { saveSession, type StartSession, type PendingAuthorization } from '../sign-in/operator-session.ts';
import {
  WORDPRESS_APPROVAL_TTL_MS,
  isSameWordPress,
  safeAdminPath,
  parseApprovalResponse,
} from './authorize-application.ts';
import { findWordPressAccount, storeWordPressAccount } from './wordpress-accounts.ts';
import type { WordPressUserClient, WordPressUser } from './wordpress-user-client.ts';

interface Options {
  people: WordPressUserClient;
  database: Kysely<Database>;
  secrets: readonly string[];
  guard: OperatorGuard;
  enter: StartSession;
  log: Logger;
  now: () => number;
}

/** Handles the redirect from WordPress after a sign-in, or after the connection of an account. */
export type WordPressSignInCallback = (request: Request, response: Response) => Promise<void>;

/**
 * Creates the handler of the redirect from WordPress. It stores the person's account and, after a sign-in, starts an
 * editor's session. The requested URL contains the application password, so the handler redirects again and sends a
 * `Referrer-Policy`. That keeps the URL out of the browser history and of the `Referer` header.
 */
export function createWordPressSignInCallback(options: Options): WordPressSignInCallback {
  const { people, database, secrets, guard, enter, log, now } = options;

  return async (request, response) => {
    response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    const person = await guard.anyone(request, response);
    const pending = await takePending(request, person, now());
    // If nothing is pending, a signed-in operator sees the outcome on the account screen, not on the sign-in page.
    const ownAccount = person?.role === 'operator' ? { holder: person.id, to: '/admin/account' } : null;
    const requestId = requestIdOf(request, response);
    const back = (outcome: WordPressSignInOutcome) => {
      if (outcome !== 'connected')
        log.info({ event: 'wordpress-sign-in-refused', requestId, reason: outcome });
      response.redirect(302, placeAfter(pending ?? ownAccount, outcome));
    };
    if (!pending) return back('state');
    const answer = parseApprovalResponse(request.query);
    if (answer.kind !== 'approved') return back(answer.kind);
    const { login, password } = answer;
    const site = await people.approval().catch(() => null);
    if (!site) return back('unreachable');
    if (!isSameWordPress(answer.site, site.site) && !isSameWordPress(answer.site, people.home))
      return back('site');

    const credentials = { username: login, appPassword: password };
    let found: WordPressUser;
    let uuid: string;
    try {
      found = await people.who(credentials);
      uuid = await people.passwordId(credentials);
    } catch (error) {
      return back(error instanceof WordPressWriterError && error.status !== 401 ? 'unreachable' : 'refused');
    }
    if (pending.holder === null && !found.capabilities.includes('edit_posts')) {
      await people.revoke(credentials, uuid);
      return back('no-posts');
    }
    const editor = pending.holder === null ? await admitEditor(found) : null;
    const holder = editor?.id ?? pending.holder ?? '';
    const before = await findWordPressAccount(database, { holder, site: people.home, secrets });
    const holderName = editor?.name ?? person?.name ?? '';
    const operator = { id: holder, name: holderName, requestId };
    await database.transaction().execute(async (change) => {
      const account = { holder, site: people.home, person: found, password, uuid, now: now() };
      await storeWordPressAccount(change, account, secrets);
      const action = editor ? 'wordpress-signed-in' : 'wordpress-connected';
      await recordAudit(change, { operator, action, detail: { wordpressUser: found.user }, now: now() });
    });
    // Otherwise, each further sign-in or connection would leave an unused password in WordPress.
    if (before && before.uuid !== uuid) await people.revoke(before.credentials, before.uuid);
    if (!editor) return back('connected');
    await enter(request, response, editor, 'editor');
    log.info({ event: 'editor-signed-in', requestId, editorId: editor.id });
    response.redirect(302, safeAdminPath(pending.to));
  };

  /** Returns the editor for a WordPress user: creates it on the first sign-in, and updates it on later ones. */
  async function admitEditor({ user, name }: WordPressUser) {
    return database
      .insertInto('editors')
      .values({
        id: randomUUID(),
        site: people.home,
        wordpress_user: user,
        name,
        session_epoch: 1,
        created_at: now(),
        signed_in_at: now(),
      })
      .onConflict((conflict) =>
        conflict.columns(['site', 'wordpress_user']).doUpdateSet({ name, signed_in_at: now() }),
      )
      .returning(['id', 'name', 'session_epoch'])
      .executeTakeFirstOrThrow();
  }
}

/**
 * Returns the pending sign-in or connection with the request's `state`, and removes it from the session; null if there
 * is none, if it has expired, or if another person started it.
 */
async function takePending(
  request: Request,
  person: OperatorIdentity | null,
  now: number,
): Promise<PendingAuthorization | null> {
  // If the session has just ended, `request.session` is undefined.
  const pending = request.session?.wordpress;
  const { state } = request.query;
  if (!pending || typeof state !== 'string' || !equalInConstantTime(pending.state, tokenHash(state)))
    return null;
  delete request.session.wordpress;
  await saveSession(request);
  if (Math.abs(now - pending.startedAt) >= WORDPRESS_APPROVAL_TTL_MS) return null;
  return pending.holder === null || pending.holder === person?.id ? pending : null;
}

/**
 * Returns the URL of the page that shows the outcome: the `to` page of an operator who connects an account, otherwise
 * the sign-in page.
 */
function placeAfter(
  pending: Pick<PendingAuthorization, 'holder' | 'to'> | null,
  outcome: WordPressSignInOutcome,
): string {
  const to = pending === null ? null : safeAdminPath(pending.to);
  const place = pending === null || pending.holder === null ? '/sign-in' : (to ?? '');
  const address = new URL(place, 'http://site.invalid');
  if (place === '/sign-in' && to !== null) address.searchParams.set('to', to);
  address.searchParams.set(WORDPRESS_SIGN_IN_OUTCOME_PARAMETER, outcome);
  return address.pathname + address.search;
}
