import { z } from 'zod';
import { okResponseSchema, noInput, type OperatorCall } from './operator-call.ts';

/* The WordPress that an operator connects on the WordPress screen, and moving the site's content to it. */

/** The path where operators download the companion plugin of this release. */
export const PLUGIN_DOWNLOAD_PATH = '/api/admin/wordpress/lintel.zip';

/** The query parameter of the WordPress screen with the outcome of the approval in WordPress. */
export const WORDPRESS_CONNECTION_OUTCOME_PARAMETER = 'connection';

const outcomes = {
  connected: 'WordPress is connected. Choose below what this site shows.',
  rejected: 'You did not approve it in WordPress. Nothing was changed. Start again when you want it.',
  state:
    'This answer of WordPress belongs to no connection that was started in this browser in the last ten minutes. Start again.',
  site: 'Another WordPress answered than the one whose address you typed. Nothing was stored. Start again.',
  unreadable: 'The answer of WordPress is not complete. Start again.',
  refused: 'WordPress does not accept the password that it has just made. Start again.',
  unreachable: 'WordPress did not answer, so the account could not be checked. Try again.',
  'in-use':
    'Meanwhile, somebody else connected a WordPress, and the site shows it. Nothing was changed. Delete the new password in your WordPress profile.',
  moving:
    'Meanwhile, the content is being moved to the WordPress that is connected. Nothing was changed. Delete the new password in your WordPress profile.',
  'no-pages':
    'This WordPress account may not edit pages. Approve with an account that has the role Administrator or Editor.',
} as const;
/** The outcome of the approval in WordPress, as in the URL. */
export type WordPressConnectionOutcome = keyof typeof outcomes;

/** Returns the message for a `WordPressConnectionOutcome`; null for any other text. */
export function wordPressConnectionMessage(outcome: string | null): string | null {
  return Object.entries(outcomes).find(([name]) => name === outcome)?.[1] ?? null;
}

/** The address of a WordPress as typed, with or without `https://`. It must not contain a user name. */
const wordPressAddress = z
  .string()
  .trim()
  .max(500)
  .transform((text) => (/^https?:\/\//i.test(text) ? text : `https://${text}`))
  .refine(
    (text) => URL.canParse(text) && /^[^\s@]+$/.test(text),
    'Type the address of your WordPress, such as https://cms.example.com.',
  );

const requestToken = z.string().regex(/^[\w-]{32,200}$/);

/**
 * A connection request from a WordPress. Its companion plugin opens the screen with the request in the URL's
 * fragment.
 */
export interface WordPressConnectionRequest {
  address: string;
  /** Proves to the plugin that an operator of the site approved. It is valid once, for ten minutes. */
  token: string;
}

/**
 * Reads a request from the fragment of the screen's URL, `#wordpress=<address>&token=<token>`. Returns null if the
 * request is missing or invalid. The plugin uses the fragment, because browsers do not send fragments to servers.
 */
export function parseWordPressConnectionRequest(fragment: string): WordPressConnectionRequest | null {
  const given = new URLSearchParams(fragment.replace(/^#/, ''));
  const address = wordPressAddress.safeParse(given.get('wordpress'));
  const token = requestToken.safeParse(given.get('token'));
  if (!address.success || !token.success) return null;
  const url = new URL(address.data);
  return { address: (url.origin + url.pathname).replace(/\/+$/, ''), token: token.data };
}

const connection = z.object({
  /** The address of the WordPress. */
  site: z.string(),
  /** The login of the account with which this server reads and writes content. */
  username: z.string(),
  /** Whether this server knows the shared secret of the companion plugin. */
  hasSecret: z.boolean(),
  /** False if no secret key of this server decrypts the stored password. */
  isReadable: z.boolean(),
  /** Whether the operator chose to show the content of this WordPress on the site. */
  inUse: z.boolean(),
  /** Why the site returned to its own content; null if it did not. */
  fault: z.string().nullable(),
  connectedBy: z.string(),
  connectedAt: z.number(),
});
export type WordPressConnectionInfo = z.infer<typeof connection>;

const move = z.object({
  state: z.enum(['reading', 'writing', 'done', 'stopped', 'failed']),
  /** The number of finished steps, of `total` steps. */
  done: z.number(),
  total: z.number(),
  /** The current or last step, as text. */
  step: z.string().nullable(),
  /** What was not moved or was left unchanged in WordPress, with the reasons. */
  notes: z.array(z.string()).readonly(),
  /** Why the move failed; null if it did not. */
  fault: z.string().nullable(),
});
export type ContentMoveState = z.infer<typeof move>;

const state = z.object({
  /** The source of the content that the site shows now. `environment`: the WordPress set by environment variables. */
  source: z.enum(['environment', 'connection', 'embedded', 'built-in']),
  /** The address of the WordPress whose content is shown; null if it is the site's own. */
  site: z.string().nullable(),
  connection: connection.nullable(),
  /** The move of the content that runs or ran last; null if there was none since the server started. */
  move: move.nullable(),
});
export type WordPressConnectionState = z.infer<typeof state>;

/** Whether the site is still changing to the content source that the operator chose. */
export function isChangingContentSource({ source, connection }: WordPressConnectionState): boolean {
  return source !== 'environment' && (connection?.inUse ?? false) !== (source === 'connection');
}

/** Whether the site's content is being moved to WordPress. */
export function isMovingContent({ move }: Pick<WordPressConnectionState, 'move'>): boolean {
  return move?.state === 'reading' || move?.state === 'writing';
}

export const wordPressConnectionCalls = {
  read: { method: 'GET', path: '/api/admin/wordpress', role: 'operator', input: noInput, output: state },
  start: {
    method: 'POST',
    path: '/api/admin/wordpress/start',
    role: 'operator',
    input: z.object({ address: wordPressAddress }),
    invalid: ({ message }) => message,
    /** `url`: the page of WordPress where the operator approves. */
    output: z.object({ url: z.string() }),
  },
  approve: {
    method: 'POST',
    path: '/api/admin/wordpress/approve',
    role: 'operator',
    input: z.object({ address: wordPressAddress, token: requestToken }),
    invalid: () => 'This request of WordPress is not complete. Start again in WordPress.',
    /** `url`: the plugin's screen, where the connection continues; null if its origin is not the approved one. */
    output: z.object({ url: z.string().nullable() }),
  },
  saveSecret: {
    method: 'POST',
    path: '/api/admin/wordpress/secret',
    role: 'operator',
    input: z.object({
      secret: z
        .string()
        .trim()
        .regex(
          /^\S{32,200}$/,
          'The secret has at least 32 characters, none of them a space. Copy it from WordPress.',
        ),
    }),
    invalid: ({ message }) => message,
    output: okResponseSchema,
  },
  use: {
    method: 'POST',
    path: '/api/admin/wordpress/use',
    role: 'operator',
    input: z.object({ inUse: z.boolean() }),
    output: okResponseSchema,
  },
  disconnect: {
    method: 'POST',
    path: '/api/admin/wordpress/disconnect',
    role: 'operator',
    input: noInput,
    /** Whether the application password was deleted in WordPress, too. If not, it must be deleted there by hand. */
    output: z.object({ deletedInWordPress: z.boolean() }),
  },
  move: {
    method: 'POST',
    path: '/api/admin/wordpress/move',
    role: 'operator',
    input: noInput,
    output: okResponseSchema,
  },
  stopMove: {
    method: 'POST',
    path: '/api/admin/wordpress/move/stop',
    role: 'operator',
    input: noInput,
    output: okResponseSchema,
  },
} satisfies Record<string, OperatorCall>;
