import { createHmac } from 'node:crypto';
import type { Request, Response } from 'express';
import { deriveKey } from '../secret-keys.ts';
import { newToken, sameText, tokenHash } from './tokens.ts';

/** Milliseconds a browser is known after its last sign-in. */
const KNOWN_FOR = 180 * 24 * 3_600_000;

interface Options {
  secrets: readonly string[];
  /** Whether operators come over https. */
  secure: boolean;
}

/**
 * Browsers in which someone has signed in. Their tries count by themselves: who only knows an operator's address can
 * make strangers wait, but not the operator.
 */
export interface KnownBrowsers {
  /** What tries with this name are counted by. */
  tryKey(request: Request, email: string): string;
  /** Remembers that this name has signed in here. */
  remember(request: Request, response: Response, email: string): void;
}

/** The browsers known by a signed cookie, which opens nothing by itself. */
export function knownBrowsers({ secrets, secure }: Options): KnownBrowsers {
  const name = secure ? '__Host-operator-browser' : 'operator-browser';
  const sign = (secret: string, id: string, email: string) =>
    createHmac('sha256', deriveKey(secret, 'known browsers'))
      .update(JSON.stringify([id, email]))
      .digest('base64url');
  const knownId = (request: Request, email: string): string | null => {
    const pair = (request.get('cookie') ?? '').split(/;\s*/).find((each) => each.startsWith(`${name}=`));
    const [id = '', signature = ''] = pair?.slice(name.length + 1).split('.') ?? [];
    return id && secrets.some((secret) => sameText(signature, sign(secret, id, email))) ? id : null;
  };
  return {
    tryKey(request, email) {
      const id = knownId(request, email);
      return id === null ? `name ${email}` : `browser ${tokenHash(id)}`;
    },
    remember(request, response, email) {
      const [secret] = secrets;
      if (secret === undefined) return;
      const id = knownId(request, email) ?? newToken();
      response.cookie(name, `${id}.${sign(secret, id, email)}`, {
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
        maxAge: KNOWN_FOR,
        secure,
      });
    },
  };
}
