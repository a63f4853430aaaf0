import { APP_DATA_ID } from '../app-data.ts';
import { dropDraft, keepDraft, readDraft } from './form-draft.ts';
import { newSessionId } from './new-session-id.ts';
import { postFields } from './post-fields.ts';

/**
 * Gives a first step that the browser posts by itself the session of its draft, or one that a draft keeps: where its
 * answer is lost, and the visitor goes back and sends it again, it is the same lead.
 */
export function namePost(form: HTMLFormElement): void {
  const placement = form.getAttribute('action')?.slice(1);
  if (!placement || form.method !== 'post' || form.elements.namedItem(postFields.session)) return;
  const path = location.pathname;
  const draft = readDraft(path, placement);
  const session = draft?.session || newSessionId();
  keepDraft(path, placement, { step: 1, values: {}, since: 0, ...draft, session });
  form.addEventListener('formdata', ({ formData }) => formData.set(postFields.session, session), {
    once: true,
  });
}

/** Where the document says that all is received, what comes next is another lead, though the application never runs. */
export function forgetSent(): void {
  const data = document.getElementById(APP_DATA_ID)?.textContent;
  if (data?.includes('"step":"sent"')) dropDraft(location.pathname, location.hash.slice(1));
}
