import { z } from 'zod';

const text = z.string().nullish();

/** The contact fields that we read. Other fields are ignored. */
const contact = z
  .object({
    id: z.string().min(1),
    name: text,
    firstName: text,
    lastName: text,
    email: text,
    phone: text,
    source: text,
    tags: z.array(z.string()).nullish(),
    customFields: z.array(z.object({ id: z.string(), value: z.unknown() })).nullish(),
  })
  .transform(({ id, tags, customFields, name, ...own }): CrmContact => ({
    id,
    tags: tags ?? null,
    own: Object.fromEntries(
      // A contact may have only a full name.
      Object.entries(own.firstName || own.lastName ? own : { ...own, firstName: name }).flatMap(
        ([field, value]) => (value ? [[field, value]] : []),
      ),
    ),
    customFields: (customFields ?? []).map((field) => ({
      id: field.id,
      value: customFieldText(field.value),
    })),
  }));

/** The contact data that we use. */
export interface CrmContact {
  id: string;
  /** Null if the response does not contain tags. */
  tags: readonly string[] | null;
  /** `firstName`, `lastName`, `email`, `phone` and `source`. Empty values are omitted. */
  own: Readonly<Record<string, string>>;
  /** The values of custom fields. A field without a value has an empty string. */
  customFields: readonly { id: string; value: string }[];
}

/** Converts a custom field's value to text, to compare it with what we wrote or to check whether it is empty. */
function customFieldText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(customFieldText).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The response of `POST /contacts/` and of `GET` and `PUT /contacts/{id}`. */
export const contactResponse = z.object({ contact }).transform((response) => response.contact);

/**
 * The response of `GET /contacts/search/duplicate`, which is not documented. A missing or empty contact means that
 * there is no duplicate.
 */
export const duplicateResponse = z
  .object({ contact: z.object({ id: z.string().min(1).optional() }).nullish() })
  .transform((response) => response.contact?.id ?? null);

/** The response of `POST` and `DELETE /contacts/{id}/tags`. Any object is valid. */
export const tagsResponse = z.object({});

const note = z.object({ id: z.string().min(1), body: z.string().nullish() });

/** The response of `POST /contacts/{id}/notes` and `PUT …/{id}`. */
export const noteResponse = z.object({ note });

/** The response of `GET /contacts/{id}/notes`. */
export const notesResponse = z.object({ notes: z.array(note) });

/** A custom field of a location; `fieldKey` looks like `contact.campaign`. */
export interface CrmCustomField {
  id: string;
  fieldKey: string;
  /** The allowed values. Empty if any text is allowed. */
  options: readonly string[];
}

const customField = z.object({
  id: z.string().min(1),
  fieldKey: z.string().nullish(),
  picklistOptions: z.array(z.unknown()).nullish(),
});

/** The response of `POST /locations/{id}/customFields`. */
export const customFieldResponse = z
  .object({ customField })
  .transform((response) => ({ fieldKey: response.customField.fieldKey ?? '' }));

/** The response of `GET /locations/{id}/customFields`. Fields without a `fieldKey` are left out. */
export const customFieldsResponse = z
  .object({ customFields: z.array(customField) })
  .transform(({ customFields }): CrmCustomField[] =>
    customFields.flatMap(({ id, fieldKey, picklistOptions }) => {
      if (!fieldKey) return [];
      const options = (picklistOptions ?? []).filter((option) => typeof option === 'string');
      return [{ id, fieldKey, options }];
    }),
  );

export const crmErrorResponse = z.object({
  message: z.union([z.string(), z.array(z.string())]).optional(),
  meta: z
    .object({ contactId: z.string().min(1).optional(), matchingField: z.string().optional() })
    .optional(),
});
