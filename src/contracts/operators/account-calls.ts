import { z } from 'zod';
import { MAX_FORM_FIELD_CHARACTERS } from '../forms/max-lengths.ts';
import { okResponseSchema, noInput, type OperatorCall } from './operator-call.ts';

/* Sign-in, one-time links, and a person's own account. Timestamps are in epoch milliseconds. */

/** Hours without a request after which a session ends. */
export const SESSION_IDLE_HOURS = 12;
/** Days after the sign-in after which a session ends in any case. */
export const SESSION_MAX_DAYS = 7;

/** Minimum number of characters of a password. Shorter passwords are too easy to guess. */
export const MIN_PASSWORD_CHARACTERS = 12;

/** A trimmed line of text. Control characters become spaces, because PostgreSQL does not accept NUL. */
const line = (most: number) =>
  z
    .string()
    .max(most)
    .transform((typed) => typed.replace(/\p{Cc}+/gu, ' ').trim());
const email = line(MAX_FORM_FIELD_CHARACTERS.email).transform((typed) => typed.toLowerCase());
const password = z.string().max(1000);
const token = z.string().max(100);

const session = z.object({
  operator: z.object({
    id: z.string(),
    name: z.string(),
    role: z.enum(['operator', 'editor']),
    /** Empty for editors. */
    email: z.string(),
    twoFactor: z.boolean(),
    /** Number of unused recovery codes; 0 if the second factor is off. */
    recoveryCodesLeft: z.number(),
  }),
  /** Sent as `X-CSRF-Token` with every request of a signed-in person that changes data. */
  csrf: z.string(),
});
export type SessionInfo = z.infer<typeof session>;
/** `operator`: may do everything. `editor`: may make the calls with the role `editor`, such as all `pageCalls`. */
export type OperatorRole = SessionInfo['operator']['role'];

const signedIn = z.object({
  ok: z.literal(true),
  /** How many recovery codes are left, if one was used to sign in; otherwise null. */
  recoveryCodesLeft: z.number().nullable(),
});
export type SignInResult = z.infer<typeof signedIn>;

const signInRefusal = z.object({
  error: z.string(),
  /** Whether the password is correct, so that only the second factor is missing or has failed. */
  codeNeeded: z.boolean(),
  /** Seconds until another attempt is accepted. */
  wait: z.number(),
});
export type SignInError = z.infer<typeof signInRefusal>;

const linkInfo = z.object({
  purpose: z.enum(['first', 'invite', 'reset']),
  /** The account's e-mail address; null if the link creates the first account. */
  email: z.string().nullable(),
  expiresAt: z.number(),
});
export type OneTimeLinkInfo = z.infer<typeof linkInfo>;

const twoFactorSetUp = z.object({
  /** The secret in Base32, for manual entry. */
  secret: z.string(),
  /** The content of the QR code: otpauth://… */
  address: z.string(),
  /** Number of modules along one edge of the QR code. `rows` contains its rows as strings of 0 and 1. */
  size: z.number(),
  rows: z.array(z.string()).readonly(),
});
export type TwoFactorSetup = z.infer<typeof twoFactorSetUp>;

const ownPassword = z.object({ password });

export const accountCalls = {
  session: {
    method: 'GET',
    path: '/api/operators/session',
    role: 'editor',
    input: noInput,
    output: session,
  },
  signIn: {
    method: 'POST',
    path: '/api/operators/sign-in',
    role: 'open',
    input: z.object({
      email: email.refine((typed) => typed !== ''),
      password: password.min(1),
      code: z.string().max(40).optional(),
    }),
    invalid: 'Enter your e-mail address and your password.',
    output: signedIn,
    failure: signInRefusal,
  },
  signOut: {
    method: 'POST',
    path: '/api/operators/sign-out',
    role: 'editor',
    input: noInput,
    output: okResponseSchema,
  },
  signOutEverywhere: {
    method: 'POST',
    path: '/api/operators/sign-out-everywhere',
    role: 'editor',
    input: noInput,
    output: okResponseSchema,
  },
  readLink: {
    method: 'POST',
    path: '/api/operators/link',
    role: 'open',
    input: z.object({ token }),
    invalid: 'The link is incomplete. Open the whole address that the terminal shows.',
    output: linkInfo,
  },
  useLink: {
    method: 'POST',
    path: '/api/operators/link/use',
    role: 'open',
    input: z.object({ token, name: line(100).default(''), email: email.default(''), password }),
    invalid: 'Fill in every field.',
    output: signedIn,
  },
  changePassword: {
    method: 'POST',
    path: '/api/operators/password',
    role: 'operator',
    input: z.object({ current: password, next: password }),
    invalid: 'Enter your password and the new one.',
    output: okResponseSchema,
  },
  startTwoFactor: {
    method: 'POST',
    path: '/api/operators/two-factor/start',
    role: 'operator',
    input: ownPassword,
    invalid: 'Enter your password.',
    output: twoFactorSetUp,
  },
  confirmTwoFactor: {
    method: 'POST',
    path: '/api/operators/two-factor/confirm',
    role: 'operator',
    input: z.object({ code: z.string().max(20) }),
    invalid: 'Enter the code of your authenticator app.',
    output: z.object({ recoveryCodes: z.array(z.string()).readonly() }),
  },
  removeTwoFactor: {
    method: 'POST',
    path: '/api/operators/two-factor/remove',
    role: 'operator',
    input: ownPassword,
    invalid: 'Enter your password.',
    output: okResponseSchema,
  },
} satisfies Record<string, OperatorCall>;
