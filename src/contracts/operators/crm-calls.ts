import { z } from 'zod';
import { MAX_FORM_FIELD_CHARACTERS } from '../forms/max-lengths.ts';
import { missingCrmFieldsResult, createdCrmFieldsResult } from './crm-fields.ts';
import { WEBHOOK_PATH } from './webhooks.ts';
import { noInput, type OperatorCall } from './operator-call.ts';

/* The connection to the CRM. Timestamps are in epoch milliseconds. */

/** The location that leads are for. They are sent there only while its access works; otherwise, they are kept here. */
const leadsTarget = z.object({
  locationId: z.string(),
  name: z.string().nullable(),
  /**
   * Why leads go there: the location has the private-integration token, is set in GHL_LOCATION_ID, was chosen by an
   * operator, or was connected first.
   */
  by: z.enum(['token', 'setting', 'operator', 'first']),
  /** `unconnected`: the setting names a location that has not granted us access. */
  state: z.enum(['ready', 'reconnect', 'unconnected']),
  /** If `state` is `reconnect`: when the current access ends; null if it has already ended. */
  until: z.number().nullable(),
});
export type LeadsTarget = z.infer<typeof leadsTarget>;

const authorizedLocation = z.object({
  locationId: z.string(),
  name: z.string().nullable(),
  state: z.enum(['ready', 'reconnect']),
  /** Why the location must be connected again; null if it need not be. */
  reason: z.string().nullable(),
  scope: z.string().nullable(),
  connectedAt: z.number(),
  connectedBy: z.string().nullable(),
});
export type AuthorizedLocation = z.infer<typeof authorizedLocation>;

const oauthStatus = z.object({
  authorized: z.boolean(),
  /** The ids of all connected locations. */
  locations: z.array(z.string()).readonly(),
  authorizedLocations: z.array(authorizedLocation).readonly(),
  /** Null if leads do not go anywhere yet. */
  leadsTo: leadsTarget.nullable(),
  /** Where leads would go if the current location were disconnected; null if nowhere. */
  leadsToWithout: leadsTarget.nullable(),
  message: z.string().exactOptional(),
});
export type OauthStatus = z.infer<typeof oauthStatus>;

const crmStatus = z.object({
  isConfigured: z.boolean(),
  apiKeyPresent: z.boolean(),
  oauthCredentialsPresent: z.boolean(),
  leadsTo: leadsTarget.nullable(),
  message: z.string(),
  error: z.string().exactOptional(),
});
export type CrmStatus = z.infer<typeof crmStatus>;

const crmLocations = z.object({
  locations: z
    .array(z.object({ id: z.string(), name: z.string().nullable(), by: z.enum(['token', 'oauth']) }))
    .readonly(),
});

const webhookEvents = z.object({
  events: z
    .array(
      z.object({
        id: z.string(),
        event: z.string(),
        timestamp: z.string(),
        locationId: z.string().nullable(),
        /** The payload; null if it was deleted with its lead. */
        data: z.unknown(),
        leadId: z.string().nullable(),
      }),
    )
    .readonly(),
});
export type WebhookEventListResponse = z.infer<typeof webhookEvents>;

const locationId = z.string().regex(/^[\w-]{1,64}$/);

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .transform((value) => value || undefined)
    .optional();

const testContact = z
  .object({
    firstName: text(100),
    lastName: text(100),
    email: text(MAX_FORM_FIELD_CHARACTERS.email).pipe(z.email('Please enter a valid email').optional()),
    phone: text(20),
    message: text(2000),
    locationId: text(64),
  })
  .refine((values) => values.email ?? values.phone, { error: 'Give an e-mail address or a phone number.' });
/** The values of the test contact form, as typed. */
export type TestContactInput = z.input<typeof testContact>;
/** A test contact, as the server parses it. */
export type TestContactRequest = z.output<typeof testContact>;

export const crmCalls = {
  status: {
    method: 'GET',
    path: '/api/ghl/status',
    role: 'operator',
    input: noInput,
    output: crmStatus,
  },
  locations: {
    method: 'GET',
    path: '/api/ghl/locations',
    role: 'operator',
    input: noInput,
    output: crmLocations,
  },
  directLeads: {
    method: 'POST',
    path: '/api/ghl/leads-location',
    role: 'operator',
    input: z.object({ locationId }),
    invalid: 'Failed to send leads there. Name the location that is to get the leads.',
    output: z.object({ message: z.string(), leadsTo: leadsTarget.nullable() }),
  },
  fields: {
    method: 'GET',
    path: '/api/ghl/custom-fields',
    role: 'operator',
    input: noInput,
    output: missingCrmFieldsResult,
  },
  createFields: {
    method: 'POST',
    path: '/api/ghl/custom-fields',
    role: 'operator',
    input: noInput,
    output: createdCrmFieldsResult,
  },
  createTestContact: {
    method: 'POST',
    path: '/api/leads/ghl',
    role: 'operator',
    input: testContact,
    invalid: ({ message }) => `Failed to create test contact. ${message}`,
    output: z.object({ id: z.string(), message: z.string() }),
  },
  oauthStatus: {
    method: 'GET',
    path: '/api/oauth/status',
    role: 'operator',
    input: noInput,
    output: oauthStatus,
  },
  revoke: {
    method: 'POST',
    path: '/api/oauth/revoke',
    role: 'operator',
    input: z.object({ locationId }),
    invalid: 'Failed to revoke access. Name the location whose access is to be revoked.',
    output: z.object({ ok: z.literal(true), message: z.string(), leadsTo: leadsTarget.nullable() }),
  },
  events: {
    method: 'GET',
    path: `${WEBHOOK_PATH}/events`,
    role: 'operator',
    input: noInput,
    output: webhookEvents,
  },
} satisfies Record<string, OperatorCall>;
