import { z } from 'zod';
import { noInput, type OperatorCall } from './operator-call.ts';

/* The sign-in with WordPress, and a person's own WordPress account. */

const accountInfo = z.object({
  /** The URL of the WordPress site; null if none is configured, so that no account can be connected. */
  site: z.string().nullable(),
  /** The person's own account; null if none is connected. */
  own: z.object({ name: z.string(), login: z.string(), connectedAt: z.number() }).nullable(),
  /**
   * The login of the configured account, which operators without their own account use; null if there is none, and for
   * editors.
   */
  shared: z.string().nullable(),
});
export type WordPressAccountInfo = z.infer<typeof accountInfo>;

/** `to`: the path to return to after the person has approved. */
const start = z.object({ to: z.string().max(1000).catch('').default('') });
/** `url`: the page of WordPress where the person approves. */
const started = z.object({ url: z.string() });

export const wordPressAccountCalls = {
  read: {
    method: 'GET',
    path: '/api/operators/wordpress',
    role: 'editor',
    input: noInput,
    output: accountInfo,
  },
  signIn: {
    method: 'POST',
    path: '/api/operators/wordpress/sign-in',
    role: 'open',
    input: start,
    output: started,
  },
  connect: {
    method: 'POST',
    path: '/api/operators/wordpress/connect',
    role: 'editor',
    input: start,
    output: started,
  },
  disconnect: {
    method: 'POST',
    path: '/api/operators/wordpress/disconnect',
    role: 'editor',
    input: noInput,
    /** Whether the application password was deleted in WordPress, too. If not, it must be deleted there by hand. */
    output: z.object({ deletedInWordPress: z.boolean() }),
  },
} satisfies Record<string, OperatorCall>;
