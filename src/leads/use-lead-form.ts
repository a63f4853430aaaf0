import {
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react';
import { useLocation } from 'react-router-dom';
import { PlacementKey } from '../builder/placement-key.ts';
import { showToast } from '../ui/toast-store.ts';
import { trackEvent } from './analytics.ts';
import type { FormValues } from './build-payload.ts';
import { dropDraft, keepDraft, readDraft } from './form-draft.ts';
import { usePostedState, type FormNotice } from './form-state.ts';
import { firstStanding, withNewContact, type FormKind, type Standing } from './lead-session.ts';
import { tagLines } from './lead-tags.ts';
import { newSessionId } from './new-session-id.ts';
import { postFields } from './post-fields.ts';
import { readAttribution } from './read-attribution.ts';
import { forgetContact, saveContact } from './saved-contact.ts';
import { sendStep, type StepResult } from './send-step.ts';
import { stepNotice, type StepOutcome } from './step-notice.ts';
import { fillIn, honeypotOf, shownNames, typedValues } from './typed-values.ts';

/** What an editor set on the form's placement. */
interface Placement {
  source?: string | undefined;
  tags?: string | undefined;
}

/** A form as its view needs it. */
export interface LeadForm extends Standing {
  kind: FormKind;
  /** The placement's key: its anchor, and the first part of all ids. */
  id: string;
  /** Path of the page. */
  page: string;
  /** What a post without script carries to find its way. */
  session: string;
  contactId: string | undefined;
  /** Whether the document answers a post. */
  posted: boolean;
  element: RefObject<HTMLFormElement | null>;
  /** At every input: keeps the draft. */
  typed: () => void;
  /** Sends the step whose fields were found right. */
  send: () => Promise<void>;
  back: () => void;
  /** From the thanks to an empty form. */
  again: () => void;
}

interface Thread {
  session: string;
  contactId: string | undefined;
  since: number;
  started: boolean;
  generated: boolean;
  sending: boolean;
}

const never = () => () => {};

/**
 * The course of a form: its steps, sending, what is kept for a reload, what is said and counted. The fields hold
 * their values themselves; they are read from the document when they are needed, so that nothing typed before the
 * application came is missed.
 */
export function useLeadForm(
  kind: FormKind,
  placement: Placement,
  { thanks = false }: { thanks?: boolean } = {},
): LeadForm {
  const id = useContext(PlacementKey);
  const { pathname: page } = useLocation();
  const posted = usePostedState();
  const element = useRef<HTMLFormElement>(null);
  const [standing, setStanding] = useState(() => firstStanding(kind, posted, thanks));
  // A document's form was seen when the document was; one that navigation brought, now.
  const hydrates = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const [begun] = useState<Thread>(() => {
    const goesOn = posted && posted.step !== 'sent' ? posted : undefined;
    return {
      session: goesOn?.session ?? '',
      contactId: goesOn?.contactId,
      since: Math.round(hydrates ? performance.timeOrigin : Date.now()),
      started: goesOn !== undefined,
      generated: false,
      sending: false,
    };
  });
  const thread = useRef(begun);
  const { form, words } = kind;
  const { step } = standing;
  const last = step === words.steps.length;

  const change = (part: Partial<Standing>) => setStanding((now) => ({ ...now, ...part }));
  const say = (notice: FormNotice | undefined) => notice && showToast(notice);

  const remember = (values: FormValues, at: 1 | 2) => {
    const { session, contactId, since } = thread.current;
    keepDraft(page, id, { step: at, session, values, since, ...(contactId && { contactId }) });
  };
  const begin = () => {
    const now = thread.current;
    now.session ||= newSessionId();
    if (now.started) return;
    now.started = true;
    trackEvent('form_start', { form_id: form });
  };
  const generate = () => {
    if (thread.current.generated) return;
    thread.current.generated = true;
    trackEvent('generate_lead', { form_id: form });
  };

  useLayoutEffect(() => {
    const fields = element.current;
    if (posted || !fields) return;
    const draft = readDraft(page, id);
    if (!draft) return;
    const { session, contactId, since, values } = draft;
    Object.assign(thread.current, {
      session,
      contactId,
      since,
      started: true,
      generated: contactId !== undefined,
    });
    // Whoever typed something else into the first step meanwhile means that.
    const now = typedValues(fields);
    const otherwise = ['contact', 'phone', 'email'].some(
      (name) => now[name] && values[name] !== undefined && now[name] !== values[name],
    );
    fillIn(fields, values);
    setStanding((before) => ({ ...before, values, step: otherwise ? 1 : draft.step }));
  }, [id, page, posted]);

  useEffect(() => {
    if (!posted) return;
    // What was posted before the application came is counted now.
    if (posted.contactId && !counted.has(posted.session)) {
      counted.add(posted.session);
      thread.current.generated = true;
      trackEvent('generate_lead', { form_id: form });
    }
    if (posted.step === 'sent') {
      forgetContact(form);
      dropDraft(page, id);
    } else {
      const { session, contactId, step, values } = posted;
      const { since } = thread.current;
      keepDraft(page, id, { step, session, values, since, ...(contactId && { contactId }) });
    }
  }, [form, posted, page, id]);

  const finish = (notice: FormNotice | undefined, values: FormValues) => {
    forgetContact(form);
    dropDraft(page, id);
    trackEvent('form_complete', { form_id: form });
    Object.assign(thread.current, {
      session: '',
      contactId: undefined,
      since: Date.now(),
      started: false,
      generated: false,
    });
    setStanding(({ round }) => ({
      step: 1,
      sent: thanks,
      values: thanks ? values : {},
      faults: {},
      notice,
      busy: false,
      round: round + 1,
      focus: { on: thanks ? 'thanks' : 'notice' },
    }));
  };

  const send = async () => {
    const fields = element.current;
    if (!fields || thread.current.sending) return;
    begin();
    const now = thread.current;
    const values = typedValues(fields);
    const honeypot = honeypotOf(fields);
    remember(values, step);
    now.sending = true;
    change({ busy: true, values, faults: {}, notice: undefined });
    const result: StepResult =
      step === 2 && !now.contactId
        ? { kind: 'restart' }
        : await sendStep(
            { form, step, last },
            { ...values, [postFields.honeypot]: honeypot },
            {
              session: now.session,
              contactId: now.contactId,
              page,
              source: placement.source,
              tags: tagLines(placement.tags),
              attribution: readAttribution(),
              since: now.since,
            },
          );
    now.sending = false;
    take(result, values);
  };

  const take = (result: StepResult, values: FormValues) => {
    const now = thread.current;
    if (result.kind === 'wrong-fields') {
      const faults = element.current ? faultsOf(element.current, result.fields) : {};
      if (Object.keys(faults).length > 0) return change({ busy: false, faults });
    }
    const outcome = outcomeOf(result);
    // Without a contact id there is no second step to go to.
    const noContact = outcome.kind === 'stored' && !last && !('contactId' in result && result.contactId);
    const notice = stepNotice(words, step, noContact ? { kind: 'refused' } : outcome);
    say(notice);
    if (outcome.kind === 'restart') {
      Object.assign(now, { session: newSessionId(), contactId: undefined });
      remember(values, 1);
      return change({ busy: false, step: 1, values, notice, focus: { on: 'notice' } });
    }
    if (outcome.kind !== 'stored' || noContact) {
      return change({ busy: false, notice, focus: { on: 'button' } });
    }
    generate();
    if (last) return finish(notice, values);
    now.contactId = 'contactId' in result ? result.contactId : undefined;
    saveContact(form, values);
    trackEvent('form_step_complete', { form_id: form, step });
    const details = withNewContact(form, values);
    remember(details, 2);
    change({ busy: false, step: 2, values: details, notice, focus: { on: 'heading' } });
  };

  return {
    ...standing,
    kind,
    id,
    page,
    session: begun.session,
    contactId: begun.contactId,
    posted: posted !== undefined,
    element,
    typed: () => {
      if (!element.current) return;
      begin();
      remember(typedValues(element.current), step);
      if (Object.keys(standing.faults).length > 0) change({ faults: {} });
    },
    send,
    back: () => {
      const values = element.current ? typedValues(element.current) : standing.values;
      remember(values, 1);
      change({ step: 1, values, faults: {}, notice: undefined, focus: { on: 'heading' } });
    },
    again: () => {
      setStanding(({ round }) => ({
        step: 1,
        sent: false,
        values: {},
        faults: {},
        busy: false,
        round: round + 1,
        focus: { on: 'heading' },
      }));
    },
  };
}

/** Sessions of posts that were counted, in this document. */
const counted = new Set<string>();

function outcomeOf(result: StepResult): StepOutcome {
  if (result.kind === 'wrong-fields') return { kind: 'refused', error: Object.values(result.fields)[0] };
  if (result.kind !== 'unreachable') return result;
  // A server that says what is wrong is quoted, unless the lead is safe here.
  return result.error !== undefined && !result.kept
    ? { kind: 'refused', error: result.error }
    : { kind: 'unreachable', kept: result.kept === true };
}

/** The server's field names are the payload's; the one input for either has a name of its own. */
function faultsOf(
  form: HTMLFormElement,
  fields: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const shown = shownNames(form);
  const named = Object.entries(fields).map(([name, message]): [string, string] => [
    shown.has(name) ? name : 'contact',
    message,
  ]);
  return Object.fromEntries(named.filter(([name]) => shown.has(name)));
}
