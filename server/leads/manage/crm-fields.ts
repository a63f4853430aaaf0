import type { CrmFields, CrmFieldsCreated } from '../../../src/contracts/crm-fields.ts';
import { createCrmClients, withCrm, type CrmClient } from '../../crm/crm-client.ts';
import { CrmFault } from '../../crm/crm-fault.ts';
import type { CustomField } from '../../crm/crm-shapes.ts';
import type { Crm } from '../../crm/crm.ts';
import { leadFields, type LeadField } from '../deliver/lead-values.ts';

/** Time limit in milliseconds for all calls together. */
const TIME_LIMIT = 60_000;

/** The scope that creating custom fields needs. */
const WRITE_SCOPE = 'locations/customFields.write';
export const RECONNECT =
  'Reconnect to allow this: the connection is from before the site could create custom fields.';
const NOT_CONNECTED = 'No location is connected. Connect one at /admin/ghl.';

/** Reads and creates the custom fields of the location that gets the leads. */
export interface CrmFieldSetup {
  /** Returns the missing fields. Never throws because of the CRM: `problem` says why they are not known. */
  read(): Promise<CrmFields>;
  /** Creates the missing fields. Stops at the first that the CRM refuses. */
  create(): Promise<CrmFieldsCreated>;
}

/** Creates the setup of custom fields for a CRM. */
export function createCrmFieldSetup(crm: Pick<Crm, 'access' | 'grants'>, apiBase: string): CrmFieldSetup {
  const clients = createCrmClients(apiBase);

  /** Runs `work` with the location's client; returns null if no location is connected. */
  async function inLocation<Result>(work: (client: CrmClient) => Promise<Result>): Promise<Result | null> {
    const credentials = await crm.access.credentials();
    if (!credentials) return null;
    const frame = { signal: AbortSignal.timeout(TIME_LIMIT), beforeCall: () => Promise.resolve() };
    return withCrm({ access: crm.access, credentials, clients }, frame, async (client) => {
      client.forgetCustomFields();
      return work(client);
    });
  }

  const problemOf = (fault: CrmFault): string =>
    fault.kind === 'credentials' && !fault.lacksScope
      ? `${fault.message}. ${crm.access.fix(fault.status)}`
      : `${fault.message}.`;

  async function needsReconnect(locationId: string): Promise<boolean> {
    const grant = (await crm.grants?.locations())?.find((row) => row.location_id === locationId);
    return grant?.scope ? !grant.scope.split(/[\s,]+/).includes(WRITE_SCOPE) : false;
  }

  return {
    async read() {
      try {
        const found = await inLocation(async (client) => ({
          locationId: client.locationId,
          missing: missingFields(await client.customFields()),
        }));
        if (!found) return { locationId: null, missing: [], problem: NOT_CONNECTED, needsReconnect: false };
        const shown = found.missing.map(({ key, label }) => ({ key, label }));
        const reconnect = await needsReconnect(found.locationId);
        return { ...found, missing: shown, problem: null, needsReconnect: reconnect };
      } catch (fault) {
        if (!(fault instanceof CrmFault)) throw fault;
        return { locationId: null, missing: [], problem: problemOf(fault), needsReconnect: false };
      }
    },
    async create() {
      const created: string[] = [];
      const otherKeys: { key: string; fieldKey: string }[] = [];
      try {
        const problem = await inLocation(async (client) => {
          if (await needsReconnect(client.locationId)) return RECONNECT;
          for (const field of missingFields(await client.customFields())) {
            try {
              const made = await client.createCustomField(newField(field));
              created.push(field.key);
              if (made.fieldKey !== fieldKeyOf(field)) {
                otherKeys.push({ key: field.key, fieldKey: made.fieldKey });
              }
            } catch (fault) {
              // The token may do everything else, so it must not count as refused.
              if (fault instanceof CrmFault && fault.lacksScope) return `${fault.message}. ${scopeFix()}`;
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
        if (!(fault instanceof CrmFault)) throw fault;
        return { created, otherKeys, problem: problemOf(fault) };
      }
    },
  };

  function scopeFix(): string {
    return crm.grants ? RECONNECT : `Give the private-integration token the scope ${WRITE_SCOPE}.`;
  }
}

/** Returns the values of leads for which a location has no custom field. */
export function missingFields(existing: readonly CustomField[]): LeadField[] {
  const keys = new Set(existing.map(({ fieldKey }) => fieldKey));
  return leadFields.filter((field) => !field.isRepeated && !keys.has(fieldKeyOf(field)));
}

function fieldKeyOf({ key }: Pick<LeadField, 'key'>): string {
  return `contact.${key}`;
}

/** Returns a field to create. HighLevel derives the key from the name, so the name is made from the key. */
export function newField({ key, isLong = false }: Pick<LeadField, 'key' | 'isLong'>): {
  name: string;
  dataType: 'TEXT' | 'LARGE_TEXT';
} {
  const name = key.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());
  return { name, dataType: isLong ? 'LARGE_TEXT' : 'TEXT' };
}
