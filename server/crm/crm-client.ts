import type { CrmCredentials } from './crm-access.ts';
import { CrmFault } from './crm-fault.ts';
import { callCrm, type CrmCall } from './crm-request.ts';
import {
  contactAnswer,
  customFieldsAnswer,
  duplicateAnswer,
  noteAnswer,
  notesAnswer,
  tagsAnswer,
  type CrmContact,
  type CustomField,
} from './crm-shapes.ts';
import { createRatePacer, type RatePacer } from './rate-pacer.ts';

/** How long a location's custom fields are taken as known. */
const FIELDS_KEPT = 10 * 60_000;

/** What is written of a contact; absent: left as it is. No tags: here they would replace all the contact has. */
export interface ContactValues {
  firstName?: string;
  lastName?: string;
  email?: string;
  phone?: string;
  source?: string;
  customFields?: readonly { id: string; key: string; field_value: string }[];
}

/** The calls we make, for one location. Each throws a `CrmFault`. */
export interface CrmClient {
  readonly locationId: string;
  /** The contact with this e-mail address or number, if there is one. */
  findDuplicate(by: { email?: string; number?: string }): Promise<CrmContact | null>;
  upsertContact(values: ContactValues): Promise<CrmContact>;
  updateContact(id: string, values: ContactValues): Promise<CrmContact>;
  addTags(contactId: string, tags: readonly string[]): Promise<void>;
  removeTags(contactId: string, tags: readonly string[]): Promise<void>;
  /** Returns the note's id. */
  createNote(contactId: string, body: string): Promise<string>;
  updateNote(contactId: string, noteId: string, body: string): Promise<void>;
  /** Id of the contact's note that contains a text, if there is one. */
  findNote(contactId: string, text: string): Promise<string | null>;
  /** Of contacts; asked for at most once in ten minutes. */
  customFields(): Promise<readonly CustomField[]>;
  /** They were found out of date. */
  forgetCustomFields(): void;
}

/** What stands around a client's calls. */
export interface CallFrame {
  /** Ends them. */
  signal: AbortSignal;
  /** Awaited before each; a throw is thrown by the call. */
  beforeCall(): Promise<void>;
  /** The CRM refused the token: another one to try once in its place, or null. */
  renew?(refused: CrmCredentials): Promise<CrmCredentials | null>;
}

/** Makes clients that share what is known of each location: its limits and its custom fields. */
export interface CrmClients {
  client(credentials: CrmCredentials, around: CallFrame): CrmClient;
}

/** For the CRM at a base address (`config.crm.apiBase`). */
export function createCrmClients(apiBase: string): CrmClients {
  const pacers = new Map<string, RatePacer>();
  const fields = new Map<string, { at: number; list: readonly CustomField[] }>();

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
      const callOnce = async <Answer>(call: CrmCall<Answer>) => {
        await around.beforeCall();
        return callCrm(call, { apiBase, token: credentials.token, pacer, signal: around.signal });
      };
      const call = async <Answer>(call: CrmCall<Answer>) => {
        try {
          return await callOnce(call);
        } catch (fault) {
          if (renewed || !around.renew || !isRefusedToken(fault)) throw fault;
          renewed = true;
          const other = await around.renew(credentials);
          if (!other) throw fault;
          credentials = other;
          // A refused call did nothing: it can go out again.
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
            answer: duplicateAnswer,
          }),
        upsertContact: (values) =>
          call({
            method: 'POST',
            path: '/contacts/upsert',
            body: { ...values, locationId },
            answer: contactAnswer,
          }),
        updateContact: (id, values) =>
          call({ method: 'PUT', path: contactPath(id), body: values, answer: contactAnswer }),
        addTags: async (id, tags) => {
          await call({ method: 'POST', path: `${contactPath(id)}/tags`, body: { tags }, answer: tagsAnswer });
        },
        removeTags: async (id, tags) => {
          await call({
            method: 'DELETE',
            path: `${contactPath(id)}/tags`,
            body: { tags },
            answer: tagsAnswer,
          });
        },
        createNote: async (id, body) => {
          const answer = await call({
            method: 'POST',
            path: `${contactPath(id)}/notes`,
            body: { body },
            answer: noteAnswer,
          });
          return answer.note.id;
        },
        updateNote: async (id, noteId, body) => {
          const path = `${contactPath(id)}/notes/${encodeURIComponent(noteId)}`;
          await call({ method: 'PUT', path, body: { body }, answer: noteAnswer });
        },
        findNote: async (id, text) => {
          const { notes } = await call({
            method: 'GET',
            path: `${contactPath(id)}/notes`,
            answer: notesAnswer,
          });
          return notes.find((note) => note.body?.includes(text))?.id ?? null;
        },
        customFields: async () => {
          const kept = fields.get(locationId);
          if (kept && performance.now() - kept.at < FIELDS_KEPT) return kept.list;
          const list = await call({
            method: 'GET',
            path: `/locations/${encodeURIComponent(locationId)}/customFields?model=contact`,
            answer: customFieldsAnswer,
          });
          fields.set(locationId, { at: performance.now(), list });
          return list;
        },
        forgetCustomFields: () => fields.delete(locationId),
      };
    },
  };
}

/** A token without the right to something gets none by being renewed. */
function isRefusedToken(fault: unknown): boolean {
  return fault instanceof CrmFault && fault.status === 401 && !/scope/i.test(fault.message);
}
