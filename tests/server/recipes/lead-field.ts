import { insertBefore } from './edit-copy.ts';

const FIELDS = 'src/contracts/leads/lead-fields.ts';
const MIGRATIONS = 'server/database/schema/migrate-database.ts';
export const LEAD_FIELD_FILES = [MIGRATIONS, FIELDS];
export const LEAD_FIELD_LABEL = 'Phase of the moon';

const ENTRY = `  {
    column: 'moon_phase',
    label: '${LEAD_FIELD_LABEL}',
    crm: { inNote: true },
    shown: 'answers',
    input: {
      forms: ['contact-form'],
      label: 'Under which moon?',
      options: ['New', 'Full'],
      summary: 'Moon',
    },
  },
`;

/** Follows the recipe "Add a field to a form" in a copy of the project. */
export async function addLeadField(copy: string): Promise<void> {
  await insertBefore(copy, FIELDS, "  { column: 'page' },", ENTRY);
  await insertBefore(copy, MIGRATIONS, '    }),', "      '99-moon': addLeadColumns('moon_phase'),\n");
}
