import {
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { useLocation } from 'react-router-dom';
import { useWasServerRendered } from '../ui/form/use-was-server-rendered.ts';
import { showToast } from '../ui/feedback/toast-store.ts';
import { PlacementKeyContext } from '../builder/placement-context.ts';
import { trackEvent, trackLead } from './analytics.ts';
import { dropFormDraft, saveFormDraft, readFormDraft, newFormSessionId } from './form-draft.ts';
import {
  withCorrectedContact,
  withNewContact,
  type LeadFormDefinition,
} from '../contracts/forms/form-definition.ts';
import { initialProgress, leadIdsOf, type FormProgress } from './form-progress.ts';
import { usePostedFormState } from './posted-form-context.ts';
import { submitStep, type StepTransition } from './submit-step.ts';
import { hasUnsentLead, moveUnsentLead } from './stored-leads.ts';
import { fillUnchangedFields, isFormDirty, readFormValues } from './form-values.ts';
import type { FormValues } from '../contracts/forms/build-requests.ts';
import type { FormNoticeContent } from '../contracts/leads/form-state.ts';

/** The settings of a form's placement that an editor can change. */
interface Placement {
  source?: string | undefined;
  tags?: string | undefined;
}

/** A form's state and actions, for its view. */
export interface LeadForm extends FormProgress {
  definition: LeadFormDefinition;
  /** The placement's key, which is its anchor and the prefix of all ids. */
  id: string;
  /** Path of the page. */
  page: string;
  /** The session id of a form that continues from a post; otherwise empty. Posted as a hidden field. */
  session: string;
  contactId: string | undefined;
  element: RefObject<HTMLFormElement | null>;
  /** Saves the draft, and removes the server errors of changed fields. Called on every input event. */
  typed: () => void;
  /** Sends the step. Its fields must already be valid. */
  send: () => Promise<void>;
  back: () => void;
  /** Returns from the thank-you card to an empty form. */
  again: () => void;
  /** Adds the values of a form on the thank-you card to the lead. Returns the failure; undefined on success. */
  amend: (fields: HTMLFormElement) => Promise<StepTransition | undefined>;
}

/** Form state that does not affect rendering. */
interface Thread {
  session: string;
  contactId: string | undefined;
  /** When the form was first shown or, after a lead is complete, when that was, in epoch milliseconds; 0 if unknown. */
  since: number;
  /** Whether the visitor has started the form, so that `form_start` is not tracked again. */
  started: boolean;
  sending: boolean;
}

/**
 * Manages a form's steps, requests and draft. The fields are uncontrolled, and their values are read from the DOM when
 * needed, so that nothing typed before hydration is lost.
 */
export function useLeadForm(definition: LeadFormDefinition, { source, tags }: Placement): LeadForm {
  const form = definition.id;
  const id = useContext(PlacementKeyContext);
  const { pathname: page } = useLocation();
  const posted = usePostedFormState();
  const element = useRef<HTMLFormElement>(null);
  const [progress, setProgress] = useState(() => initialProgress(definition, posted));
  // A server-rendered form was first shown when the document loaded; one reached by navigation is first shown now.
  const wasServerRendered = useWasServerRendered();
  const [first] = useState<Thread>(() => {
    const goesOn = posted && posted.step !== 'sent' ? posted : undefined;
    return {
      session: goesOn?.session ?? '',
      contactId: goesOn?.contactId,
      // A form that continues from a post was first shown in an earlier document, so the time is unknown.
      since: goesOn ? 0 : Math.round(wasServerRendered ? performance.timeOrigin : Date.now()),
      started: goesOn !== undefined,
      sending: false,
    };
  });
  const thread = useRef(first);
  const { step } = progress;

  const change = (part: Partial<FormProgress>) => setProgress((now) => ({ ...now, ...part }));
  const remember = (values: FormValues, at: 1 | 2) => {
    const { session, contactId, since } = thread.current;
    saveFormDraft(page, id, { step: at, session, values, since, ...(contactId && { contactId }) });
  };
  const begin = () => {
    const now = thread.current;
    now.session ||= newFormSessionId();
    if (now.started) return;
    now.started = true;
    trackEvent('form_start', { form_id: form });
  };

  const keepTyped = useEffectEvent(() => {
    if (!element.current) return;
    begin();
    remember(readFormValues(element.current), 1);
  });

  useLayoutEffect(() => {
    const fields = element.current;
    if (posted || !fields) return;
    const draft = readFormDraft(page, id);
    const typed = isFormDirty(fields);
    if (draft?.step === 'sent') {
      const { values, notice, at } = draft;
      const sent = { sent: true, values, notice, sentAt: at, lead: leadIdsOf(draft) };
      if (!typed) return setProgress((before) => ({ ...before, ...sent }));
      dropFormDraft(page, id);
    }
    if (!draft || draft.step === 'sent') {
      // Save what was typed before hydration.
      if (typed) keepTyped();
      return;
    }
    const { session, contactId, since, values, step } = draft;
    Object.assign(thread.current, { session, contactId, since, started: true });
    // Start at step 1 if the visitor has since typed a different contact, or if this form has only one step: the draft
    // may belong to another form.
    const now = readFormValues(fields);
    const atFirst =
      definition.steps.length === 1 ||
      ['contact', 'phone', 'email'].some(
        (name) => now[name] && values[name] !== undefined && now[name] !== values[name],
      );
    fillUnchangedFields(fields, values);
    setProgress((before) => ({ ...before, values, step: atFirst ? 1 : step }));
  }, [id, page, posted, definition]);

  useEffect(() => {
    if (!posted) return;
    const { session, contactId, step, values } = posted;
    // Track a lead that was posted before hydration.
    if (contactId) trackLead(form, session);
    if (step === 'sent') keepSent(page, id, { ...posted, lead: leadIdsOf(posted) });
    else
      saveFormDraft(page, id, { step, session, values, since: first.since, ...(contactId && { contactId }) });
  }, [form, posted, page, id, first]);

  const restart = (
    part: Pick<FormProgress, 'sent' | 'sentAt' | 'values' | 'notice' | 'lead'>,
    focus?: FormProgress['focus'],
  ) => {
    setProgress(({ round }) => ({
      step: 1,
      faults: {},
      busy: false,
      round: round + 1,
      focus,
      ...part,
    }));
  };

  const complete = (values: FormValues, notice?: FormNoticeContent, focus?: FormProgress['focus']) => {
    const sent = { values, notice, lead: leadIdsOf(thread.current), sentAt: Date.now() };
    keepSent(page, id, sent);
    Object.assign(thread.current, {
      session: '',
      contactId: undefined,
      since: Date.now(),
      started: false,
    });
    restart({ sent: true, ...sent }, focus);
  };

  const take = ({ to, notice, faults = {}, contactId }: StepTransition, values: FormValues) => {
    const now = thread.current;
    if (to === 'done') {
      complete(values, notice, { on: 'thanks' });
    } else if (to === 'same') {
      const wrong = Object.keys(faults).length > 0;
      change({ busy: false, faults, notice, focus: { on: wrong ? 'fault' : 'button' } });
    } else {
      const goesOn = to === 'next';
      const session = goesOn ? now.session : newFormSessionId();
      if (!goesOn) moveUnsentLead(now.session, session);
      Object.assign(now, { contactId, session });
      const reached = goesOn ? 2 : 1;
      const known = (goesOn ? withNewContact : withCorrectedContact)(definition, values);
      remember(known, reached);
      change({
        busy: false,
        step: reached,
        values: known,
        notice,
        focus: { on: goesOn ? 'heading' : 'notice' },
      });
    }
  };

  const onStored = useEffectEvent(() => {
    const fields = element.current;
    const { session, contactId, sending } = thread.current;
    if (!fields || sending || hasUnsentLead(session)) return;
    if (!contactId) trackLead(form, session);
    const values = readFormValues(fields);
    if (Object.entries(values).some(([name, value]) => value !== progress.values[name])) {
      change({ notice: ARRIVED });
      showToast(ARRIVED);
      return;
    }
    trackEvent('form_complete', { form_id: form });
    // The visitor may be reading elsewhere on the page by now.
    complete(values, definition.done, fields.contains(document.activeElement) ? { on: 'thanks' } : undefined);
  });
  const isKept = progress.notice?.kept === true;
  useEffect(() => {
    if (!isKept) return undefined;
    // A kept lead is sent when the connection is back, in this tab or another.
    const listener = () => onStored();
    addEventListener('storage', listener);
    // The lead may already have been sent, while this form was waiting for the response to its own request.
    listener();
    return () => removeEventListener('storage', listener);
  }, [isKept]);

  const send = async () => {
    const fields = element.current;
    const now = thread.current;
    if (!fields || now.sending) return;
    now.sending = true;
    begin();
    const values = readFormValues(fields);
    remember(values, step);
    change({ busy: true, values, faults: {}, notice: undefined });
    const { session, contactId, since } = now;
    const place = { page, source, tags };
    take(
      await submitStep({ form: definition, step, fields, values, session, contactId, since, ...place }),
      values,
    );
    now.sending = false;
  };

  return {
    ...progress,
    definition,
    id,
    page,
    session: first.session,
    contactId: first.contactId,
    element,
    typed: () => {
      if (!element.current) return;
      begin();
      const values = readFormValues(element.current);
      remember(values, step);
      // Keep a server error until the visitor changes its field.
      const faults = Object.entries(progress.faults);
      const left = faults.filter(([name]) => values[name] === progress.values[name]);
      if (left.length < faults.length) change({ faults: Object.fromEntries(left) });
    },
    send,
    back: () => {
      const values = withCorrectedContact(
        definition,
        element.current ? readFormValues(element.current) : progress.values,
      );
      remember(values, 1);
      change({ step: 1, values, faults: {}, notice: undefined, focus: { on: 'heading' } });
    },
    again: () => {
      dropFormDraft(page, id);
      restart({ sent: false, sentAt: 0, values: {}, notice: undefined, lead: undefined }, { on: 'heading' });
    },
    amend: async (fields) => {
      if (!progress.lead) return undefined;
      const values = readFormValues(fields);
      const last = definition.steps.length === 2 ? 2 : 1;
      const own = { form: definition, step: last, since: 0, page, source, tags, amends: true } as const;
      const end = await submitStep({ ...own, ...progress.lead, fields, values });
      if (end.to !== 'done') return end;
      // If the form is shown again, the visitor has started another lead during the request.
      if (element.current) return undefined;
      keepSent(page, id, { ...progress, values });
      change({ values, focus: { on: 'thanks' } });
      return undefined;
    },
  };
}

/** Shown when a kept lead has arrived after its form was changed again. */
const ARRIVED: FormNoticeContent = {
  kind: 'success',
  title: 'Your request has arrived',
  text: 'You have changed the form since. Send it again to add your changes.',
};

/** Keeps the data of the thank-you card for a visitor who returns to the page. */
function keepSent(
  page: string,
  id: string,
  { values, notice, lead, sentAt }: Pick<FormProgress, 'values' | 'notice' | 'lead'> & { sentAt?: number },
): void {
  saveFormDraft(page, id, { step: 'sent', session: '', ...lead, values, since: 0, notice }, sentAt);
}
