import { contactKind } from './contact-kind.ts';
import type { FormId } from './lead-wire.ts';
import { sourceOf, tagsOf, type PayloadBuilder } from './payload.ts';

/** What the first step of the short form and of the market report says: one phone number or e-mail address. */
export function contactOnly(form: FormId): PayloadBuilder {
  return (read, context) => {
    const contact = read('contact') ?? '';
    return {
      [contactKind(contact)]: contact || undefined,
      source: sourceOf(context),
      tags: tagsOf(form, context),
    };
  };
}
