import type {
  MissingCrmFieldsResult,
  CreatedCrmFieldsResult,
} from '../../../src/contracts/operators/crm-fields.ts';
import type { DoctorCheck } from '../../../src/contracts/operators/doctor.ts';
import { createCrmClientFactory, withCrmClient, type CrmClient } from '../../crm/crm-client.ts';
import { CrmError } from '../../crm/crm-error.ts';
import type { CrmCustomField } from '../../crm/crm-shapes.ts';
import type { Crm } from '../../crm/crm.ts';
import { asSentence } from '../../platform/as-sentence.ts';
import { leadCrmFields, type LeadCrmField } from '../deliver/lead-crm-fields.ts';

/** Time limit in milliseconds for all calls of one `read` or `create`. */
const TIMEOUT_MS = 60_000;

/** The scope that creating custom fields needs. */
const WRITE_SCOPE = 'locations/customFields.write';
const RECONNECT =
  'Reconnect to allow this: the connection is from before the site could create custom fields.';
const TOO_SLOW = 'The CRM took too long. Try again.';
const NOT_CONNECTED = 'No location is connected. Connect one at /admin/ghl.';

/** Reads and creates the custom fields of the location that receives leads. */
export interface CrmFieldSetup {
  /** Returns the missing fields. If the CRM cannot be read, does not throw; `problem` then says why. */
  read(): Promise<MissingCrmFieldsResult>;
  /**
   * Creates the missing fields, and returns which were created. Stops at the first field that the CRM refuses, or when
   * the time is over; `problem` then says why.
   */
  create(): Promise<CreatedCrmFieldsResult>;
}

/** Creates the functions that read and create the custom fields. `apiBase` is the base URL of the CRM's API. */
export function createCrmFieldSetup(crm: Pick<Crm, 'access' | 'grants'>, apiBase: string): CrmFieldSetup {
  const clients = createCrmClientFactory(apiBase);

  /** Runs `work` with the location's client until `signal` aborts; returns null if no location is connected. */
  async function inLocation<Result>(
    signal: AbortSignal,
    work: (client: CrmClient) => Promise<Result>,
  ): Promise<Result | null> {
    const credentials = await crm.access.credentials();
    if (!credentials) return null;
    const frame = { signal, beforeCall: () => Promise.resolve() };
    return withCrmClient({ access: crm.access, credentials, clients }, frame, async (client) => {
      client.forgetCustomFields();
      return work(client);
    });
  }

  /** Returns the message for operators. Rethrows an error that is neither the CRM's nor a timeout. */
  function problemOf(fault: unknown, signal: AbortSignal): string {
    if (fault instanceof CrmError) {
      const message = asSentence(fault.message);
      const isRefused = fault.kind === 'credentials' && !fault.lacksScope;
      return isRefused ? `${message} ${crm.access.fix(fault.status)}` : message;
    }
    if (signal.aborted) return TOO_SLOW;
    throw fault;
  }

  async function needsReconnect(locationId: string): Promise<boolean> {
    const grant = (await crm.grants?.locations())?.find((row) => row.location_id === locationId);
    return grant?.scope ? !grant.scope.split(/[\s,]+/).includes(WRITE_SCOPE) : false;
  }

  return {
    async read() {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      try {
        const found = await inLocation(signal, async (client) => ({
          locationId: client.locationId,
          missing: missingLeadCrmFields(await client.customFields()),
        }));
        if (!found) return { locationId: null, missing: [], problem: NOT_CONNECTED, needsReconnect: false };
        const shown = found.missing.map(({ key, label }) => ({ key, label }));
        const reconnect = await needsReconnect(found.locationId);
        return { ...found, missing: shown, problem: null, needsReconnect: reconnect };
      } catch (fault) {
        const problem = problemOf(fault, signal);
        const locationId = (await crm.access.credentials())?.locationId ?? null;
        return { locationId, missing: [], problem, needsReconnect: false };
      }
    },
    async create() {
      const created: string[] = [];
      const otherKeys: { key: string; fieldKey: string }[] = [];
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      try {
        const problem = await inLocation(signal, async (client) => {
          if (await needsReconnect(client.locationId)) return RECONNECT;
          for (const field of missingLeadCrmFields(await client.customFields())) {
            try {
              const made = await client.createCustomField(crmCustomFieldDefinition(field));
              created.push(field.key);
              if (made.fieldKey !== fieldKeyOf(field)) {
                otherKeys.push({ key: field.key, fieldKey: made.fieldKey });
              }
            } catch (fault) {
              // The token may do everything else, so it must not count as refused.
              if (fault instanceof CrmError && fault.lacksScope)
                return `${asSentence(fault.message)} ${scopeFix()}`;
              throw fault;
            }
          }
          return null;
        });
        return {
          created,
          otherKeys,
          problem: problem ?? ((await crm.access.credentials()) ? null : NOT_CONNECTED),
        };
      } catch (fault) {
        return { created, otherKeys, problem: problemOf(fault, signal) };
      }
    },
  };

  function scopeFix(): string {
    return crm.grants ? RECONNECT : `Give the private-integration token the scope ${WRITE_SCOPE}.`;
  }
}

/** Returns the values of leads for which the location lacks a needed custom field. `existing` are its fields. */
export function missingLeadCrmFields(existing: readonly CrmCustomField[]): LeadCrmField[] {
  const keys = new Set(existing.map(({ fieldKey }) => fieldKey));
  return leadCrmFields.filter((field) => !field.isRepeated && !keys.has(fieldKeyOf(field)));
}

function fieldKeyOf({ key }: Pick<LeadCrmField, 'key'>): string {
  return `contact.${key}`;
}

/**
 * Returns the name and type of a custom field to create. HighLevel derives the field's key from its name, so the name
 * is made from the key.
 */
export function crmCustomFieldDefinition({ key, isLong = false }: Pick<LeadCrmField, 'key' | 'isLong'>): {
  name: string;
  dataType: 'TEXT' | 'LARGE_TEXT';
} {
  const name = key.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());
  return { name, dataType: isLong ? 'LARGE_TEXT' : 'TEXT' };
}

const CHECK = { id: 'crm-fields', label: 'Custom fields of the CRM' };

/** Returns the entry about custom fields in the doctor's report. */
export function checkCrmFields({
  locationId,
  missing,
  problem,
  needsReconnect,
}: MissingCrmFieldsResult): DoctorCheck {
  if (problem !== null) return { ...CHECK, state: 'not checked', detail: problem };
  const where = `Location ${locationId ?? ''}`;
  if (missing.length === 0) {
    return { ...CHECK, state: 'ok', detail: `${where} has a field for every value of a lead.` };
  }
  const values = missing.length === 1 ? 'one value' : `${missing.length} values`;
  return {
    ...CHECK,
    state: 'warning',
    detail: `${where} has no field for ${values} of leads, so they are only in the note of the contact.`,
    fix: needsReconnect
      ? `Create the fields in HighLevel, or here: /admin/ghl, Custom Fields. ${RECONNECT}`
      : 'Create them at /admin/ghl, Custom Fields, or with npm run doctor -- --create-crm-fields.',
    items: missing.map(({ key, label }) => ({ text: `${label}: contact.${key}` })),
  };
}
