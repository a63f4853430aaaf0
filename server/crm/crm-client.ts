import type { CrmCredentials, CrmAccess } from './crm-access.ts';
import { CrmError } from './crm-error.ts';
import { callCrm, type CrmCall } from './crm-request.ts';
import {
  contactResponse,
  customFieldResponse,
  customFieldsResponse,
  duplicateResponse,
  noteResponse,
  notesResponse,
  tagsResponse,
  type CrmContact,
  type CrmCustomField,
} from './crm-shapes.ts';
import { createRatePacer, type RatePacer } from './rate-pacer.ts';

/** How long a location's custom fields stay cached, in milliseconds. */
const FIELDS_LIFETIME_MS = 10 * 60_000;

/**
 * Values to write to a contact. Absent values stay unchanged. Tags are not among them, because writing tags this way
 * would replace all existing tags; see `addTags`.
 */
export interface CrmContactValues {
  firstName?: string;
  lastName?: string;
  email?: string;
  phone?: string;
  source?: string;
  customFields?: readonly { id: string; key: string; field_value: string }[];
}

/** API calls for one location. Each throws a `CrmError` on failure. */
export interface CrmClient {
  readonly locationId: string;
  /** Returns the id of the contact with this e-mail address or phone number, or null if there is none. */
  findDuplicate(by: { email: string } | { number: string }): Promise<string | null>;
  /** Returns the contact with this id, or null if there is none. */
  contact(id: string): Promise<CrmContact | null>;
  /** Throws a `CrmError` of the kind `duplicate` if a contact already has the e-mail address or phone number. */
  createContact(values: CrmContactValues): Promise<CrmContact>;
  updateContact(id: string, values: CrmContactValues): Promise<CrmContact>;
  addTags(contactId: string, tags: readonly string[]): Promise<void>;
  removeTags(contactId: string, tags: readonly string[]): Promise<void>;
  /** Returns the note's id. */
  createNote(contactId: string, body: string): Promise<string>;
  updateNote(contactId: string, noteId: string, body: string): Promise<void>;
  /** Returns the id of the contact's note that contains this text, or null if there is none. */
  findNote(contactId: string, text: string): Promise<string | null>;
  /** Returns the location's custom fields for contacts, cached for ten minutes. */
  customFields(): Promise<readonly CrmCustomField[]>;
  /** Creates a custom field for contacts. HighLevel derives its key from the name. Returns the key. */
  createCustomField(field: {
    name: string;
    dataType: 'TEXT' | 'LARGE_TEXT';
  }): Promise<Pick<CrmCustomField, 'fieldKey'>>;
  /** Clears the cached custom fields. Call this when they turn out to be out of date. */
  forgetCustomFields(): void;
}

/** Options that apply to every call of a client. */
interface CallFrame {
  /** Aborts the calls. */
  signal: AbortSignal;
  /** Awaited before each call. If it throws, the call is not made and the error is rethrown. */
  beforeCall(): Promise<void>;
  /** Called when the CRM refuses the token, at most once per client. Returns other credentials to use, or null. */
  renew?(refused: CrmCredentials): Promise<CrmCredentials | null>;
}

/** Creates clients. The clients of one location share a rate limit and the cached custom fields. */
export interface CrmClientFactory {
  client(credentials: CrmCredentials, around: CallFrame): CrmClient;
}

/** Creates a client factory for a base URL (`config.crm.apiBase`). Each factory has its own rate limits and caches. */
export function createCrmClientFactory(apiBase: string): CrmClientFactory {
  const pacers = new Map<string, RatePacer>();
  const fields = new Map<string, { at: number; list: readonly CrmCustomField[] }>();

  function pacerOf(locationId: string): RatePacer {
    const known = pacers.get(locationId);
    if (known) return known;
    const made = createRatePacer();
    pacers.set(locationId, made);
    return made;
  }

  return {
    client(given, around) {
      const { locationId } = given;
      const pacer = pacerOf(locationId);
      let credentials = given;
      let renewed = false;
      const callOnce = async <Result>(call: CrmCall<Result>) => {
        await around.beforeCall();
        return callCrm(call, { apiBase, token: credentials.token, pacer, signal: around.signal });
      };
      const call = async <Result>(call: CrmCall<Result>) => {
        try {
          return await callOnce(call);
        } catch (fault) {
          if (renewed || !around.renew || !isRefusedToken(fault)) throw fault;
          renewed = true;
          const other = await around.renew(credentials);
          if (!other) throw fault;
          credentials = other;
          // A refused call changed nothing, so it is safe to repeat.
          return callOnce(call);
        }
      };
      const contactPath = (id: string) => `/contacts/${encodeURIComponent(id)}`;
      return {
        locationId,
        findDuplicate: (by) =>
          call({
            method: 'GET',
            path: `/contacts/search/duplicate?${new URLSearchParams({ locationId, ...by }).toString()}`,
            response: duplicateResponse,
          }),
        contact: async (id) => {
          try {
            return await call({ method: 'GET', path: contactPath(id), response: contactResponse });
          } catch (fault) {
            // Both statuses mean an unknown id, because nothing else in this request can be invalid.
            if (fault instanceof CrmError && (fault.status === 404 || fault.status === 400)) return null;
            throw fault;
          }
        },
        createContact: (values) =>
          call({
            method: 'POST',
            path: '/contacts/',
            body: { ...values, locationId },
            response: contactResponse,
          }),
        updateContact: (id, values) =>
          call({ method: 'PUT', path: contactPath(id), body: values, response: contactResponse }),
        addTags: async (id, tags) => {
          await call({
            method: 'POST',
            path: `${contactPath(id)}/tags`,
            body: { tags },
            response: tagsResponse,
          });
        },
        removeTags: async (id, tags) => {
          await call({
            method: 'DELETE',
            path: `${contactPath(id)}/tags`,
            body: { tags },
            response: tagsResponse,
          });
        },
        createNote: async (id, body) => {
          const created = await call({
            method: 'POST',
            path: `${contactPath(id)}/notes`,
            body: { body },
            response: noteResponse,
          });
          return created.note.id;
        },
        updateNote: async (id, noteId, body) => {
          const path = `${contactPath(id)}/notes/${encodeURIComponent(noteId)}`;
          await call({ method: 'PUT', path, body: { body }, response: noteResponse });
        },
        findNote: async (id, text) => {
          const { notes } = await call({
            method: 'GET',
            path: `${contactPath(id)}/notes`,
            response: notesResponse,
          });
          return notes.find((note) => note.body?.includes(text))?.id ?? null;
        },
        customFields: async () => {
          const kept = fields.get(locationId);
          if (kept && performance.now() - kept.at < FIELDS_LIFETIME_MS) return kept.list;
          const list = await call({
            method: 'GET',
            path: `/locations/${encodeURIComponent(locationId)}/customFields?model=contact`,
            response: customFieldsResponse,
          });
          fields.set(locationId, { at: performance.now(), list });
          return list;
        },
        createCustomField: async (field) => {
          const made = await call({
            method: 'POST',
            path: `/locations/${encodeURIComponent(locationId)}/customFields`,
            body: { ...field, model: 'contact' },
            response: customFieldResponse,
          });
          fields.delete(locationId);
          return made;
        },
        forgetCustomFields: () => fields.delete(locationId),
      };
    },
  };
}

/** Returns whether renewing the token could help. A renewal cannot add a scope that the token lacks. */
function isRefusedToken(fault: unknown): boolean {
  return fault instanceof CrmError && fault.status === 401 && !fault.lacksScope;
}

interface CrmConnection {
  access: CrmAccess;
  credentials: CrmCredentials;
  clients: CrmClientFactory;
}

/** Runs `work` with a client and records whether the CRM accepted the credentials. Rethrows errors from `work`. */
export async function withCrmClient<Result>(
  { access, credentials, clients }: CrmConnection,
  { signal, beforeCall }: Pick<CallFrame, 'signal' | 'beforeCall'>,
  work: (client: CrmClient) => Promise<Result>,
): Promise<Result> {
  let used = credentials;
  const client = clients.client(credentials, {
    signal,
    beforeCall,
    renew: async (refused) => {
      const others = await access.renew(refused);
      if (others) used = others;
      return others;
    },
  });
  try {
    const result = await work(client);
    await access.accepted(used);
    return result;
  } catch (fault) {
    if (fault instanceof CrmError && fault.kind === 'credentials') await access.refused(used, fault.message);
    throw fault;
  }
}
