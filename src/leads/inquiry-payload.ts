import { leadNotes } from './lead-notes.ts';
import type { FormId } from './lead-wire.ts';
import { person, sourceOf, tagsOf, type PayloadBuilder } from './payload.ts';

/** What the contact form says, and step 2 of the short form: who it is and what it is about. */
export function inquiry(form: FormId): PayloadBuilder {
  return (read, context) => {
    const inquiryType = read('inquiryType') ?? 'general';
    return {
      ...person(read),
      source: sourceOf(context),
      tags: tagsOf(form, context, inquiryType),
      notes: leadNotes({ ...context, inquiryType }),
      customData: { inquiryType },
    };
  };
}
