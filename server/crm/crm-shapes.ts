import { z } from 'zod';

/** What is read of the CRM's answers; what else they hold is let through unseen. */
const contact = z.object({ id: z.string().min(1), tags: z.array(z.string()).nullish() });

/** A contact as far as we read it; `tags` null where the answer does not say. */
export interface CrmContact {
  id: string;
  tags: readonly string[] | null;
}

/** `POST /contacts/upsert` and `PUT /contacts/{id}`. */
export const contactAnswer = z
  .object({ contact })
  .transform(({ contact }): CrmContact => ({ id: contact.id, tags: contact.tags ?? null }));

/** `GET /contacts/search/duplicate`: not documented; a missing or empty contact means there is none. */
export const duplicateAnswer = z
  .object({ contact: z.union([contact, z.object({ id: z.undefined() }), z.null()]).optional() })
  .transform(({ contact }): CrmContact | null =>
    contact?.id ? { id: contact.id, tags: contact.tags ?? null } : null,
  );

/** `POST` and `DELETE /contacts/{id}/tags`: that it is an object is all we need. */
export const tagsAnswer = z.object({});

const note = z.object({ id: z.string().min(1), body: z.string().nullish() });

/** `POST /contacts/{id}/notes` and `PUT …/{id}`. */
export const noteAnswer = z.object({ note });

/** `GET /contacts/{id}/notes`. */
export const notesAnswer = z.object({ notes: z.array(note) });

/** A custom field of a location; `fieldKey` looks like `contact.campaign`. */
export interface CustomField {
  id: string;
  fieldKey: string;
  /** What can be chosen; empty where anything can be written. */
  options: readonly string[];
}

/** `GET /locations/{id}/customFields`. Fields we cannot name are left out. */
export const customFieldsAnswer = z
  .object({
    customFields: z.array(
      z.object({
        id: z.string().min(1),
        fieldKey: z.string().nullish(),
        picklistOptions: z.array(z.unknown()).nullish(),
      }),
    ),
  })
  .transform(({ customFields }): CustomField[] =>
    customFields.flatMap(({ id, fieldKey, picklistOptions }) => {
      if (!fieldKey) return [];
      const options = (picklistOptions ?? []).filter((option) => typeof option === 'string');
      return [{ id, fieldKey, options }];
    }),
  );

/** Answers that are no success. */
export const faultAnswer = z.object({
  message: z.union([z.string(), z.array(z.string())]).optional(),
  meta: z
    .object({ contactId: z.string().min(1).optional(), matchingField: z.string().optional() })
    .optional(),
});
