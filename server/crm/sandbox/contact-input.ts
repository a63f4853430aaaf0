import { z } from 'zod';

const text = z.string().nullable().optional();

/** What POST and PUT of a contact have in common, as far as the sandbox reads it; the rest is kept as it came. */
export const contactInput = z.looseObject({
  locationId: z.string().optional(),
  email: text,
  phone: text,
  tags: z.array(z.string()).optional(),
  customFields: z
    .array(z.object({ id: z.string(), key: z.string().optional(), field_value: z.unknown().optional() }))
    .optional(),
  createNewIfDuplicateAllowed: z.boolean().optional(),
});

export type ContactInput = z.infer<typeof contactInput>;

/** What HighLevel refuses although its schema allows it, in the words of its 422. */
export function contactInputFaults(input: ContactInput): string[] {
  const email = input.email ?? '';
  return email === '' || z.email().safeParse(email.trim()).success ? [] : ['email must be an email'];
}
