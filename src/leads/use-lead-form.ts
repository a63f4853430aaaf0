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
import { trackEvent } from './analytics.ts';
import { countLead } from './count-lead.ts';
import type { FormValues } from './payload.ts';
import { dropDraft, keepDraft, readDraft } from './form-draft.ts';
import { firstStanding, withCorrection, withNewContact, type Standing } from './form-standing.ts';
import { usePostedState } from './form-state.ts';
import type { FormPlan } from './form-plan.ts';
import { newSessionId } from './new-session-id.ts';
import { runStep, type StepEnd } from './run-step.ts';
import { moveUnsent } from './stored-leads.ts';
import { fillIn, typedValues } from './typed-values.ts';

/** What an editor set on the form's placement. */
interface Placement {
  source?: string | undefined;
  tags?: string | undefined;
  /** Whether a card with what was received stands at the end. */
  thanks?: boolean;
}

/** A form as its view needs it. */
export interface LeadForm extends Standing {
  plan: FormPlan;
  /** The placement's key: its anchor, and the first part of all ids. */
  id: string;
  /** Path of the page. */
  page: string;
  /** What a post without script carries to find its way. */
  session: string;
  contactId: string | undefined;
  element: RefObject<HTMLFormElement | null>;
  /** At every input: keeps the draft. */
  typed: () => void;
  /** Sends the step whose fields were found right. */
  send: () => Promise<void>;
  back: () => void;
  /** From the thanks to an empty form. */
  again: () => void;
}

/** What of a form's course no view shows. */
interface Thread {
  session: string;
  contactId: string | undefined;
  since: number;
  started: boolean;
  sending: boolean;
}

const never = () => () => {};

/**
 * The course of a form: its steps, sending, and what is kept for a reload. The fields hold their values themselves;
 * they are read from the document when they are needed, so that nothing typed before the application came is missed.
 */
export function useLeadForm(plan: FormPlan, { source, tags, thanks = false }: Placement): LeadForm {
  const form = plan.id;
  const id = useContext(PlacementKey);
  const { pathname: page } = useLocation();
  const posted = usePostedState();
  const element = useRef<HTMLFormElement>(null);
  const [standing, setStanding] = useState(() => firstStanding(form, posted, thanks));
  // A document's form was seen when the document was; one that navigation brought, now.
  const hydrates = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const [first] = useState<Thread>(() => {
    const goesOn = posted && posted.step !== 'sent' ? posted : undefined;
    return {
      session: goesOn?.session ?? '',
      contactId: goesOn?.contactId,
      // Where the form was seen on an earlier document, nobody knows since when.
      since: goesOn ? 0 : Math.round(hydrates ? performance.timeOrigin : Date.now()),
      started: goesOn !== undefined,
      sending: false,
    };
  });
  const thread = useRef(first);
  const { step } = standing;

  const change = (part: Partial<Standing>) => setStanding((now) => ({ ...now, ...part }));
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

  useLayoutEffect(() => {
    const fields = element.current;
    const draft = posted ? undefined : readDraft(page, id);
    if (!draft || !fields) return;
    const { session, contactId, since, values } = draft;
    Object.assign(thread.current, { session, contactId, since, started: true });
    // Whoever typed something else into the first step meanwhile means that. The draft may be of another form.
    const now = typedValues(fields);
    const atFirst =
      plan.words.steps.length === 1 ||
      ['contact', 'phone', 'email'].some(
        (name) => now[name] && values[name] !== undefined && now[name] !== values[name],
      );
    fillIn(fields, values);
    setStanding((before) => ({ ...before, values, step: atFirst ? 1 : draft.step }));
  }, [id, page, posted, plan]);

  useEffect(() => {
    if (!posted) return;
    const { session, contactId, step, values } = posted;
    // What was posted before the application came is counted now.
    if (contactId) countLead(form, session);
    if (step === 'sent') dropDraft(page, id);
    else keepDraft(page, id, { step, session, values, since: first.since, ...(contactId && { contactId }) });
  }, [form, posted, page, id, first]);

  const startAnew = (
    part: Pick<Standing, 'sent' | 'values' | 'notice'>,
    on: 'heading' | 'notice' | 'thanks',
  ) => {
    setStanding(({ round }) => ({
      step: 1,
      faults: {},
      busy: false,
      round: round + 1,
      focus: { on },
      ...part,
    }));
  };

  const take = ({ to, notice, faults = {}, contactId }: StepEnd, values: FormValues) => {
    const now = thread.current;
    if (to === 'done') {
      dropDraft(page, id);
      Object.assign(now, { session: '', contactId: undefined, since: Date.now(), started: false });
      startAnew({ sent: thanks, values: thanks ? values : {}, notice }, thanks ? 'thanks' : 'notice');
    } else if (to === 'same') {
      const wrong = Object.keys(faults).length > 0;
      change({ busy: false, faults, notice, focus: { on: wrong ? 'fault' : 'button' } });
    } else {
      const goesOn = to === 'next';
      const session = goesOn ? now.session : newSessionId();
      if (!goesOn) moveUnsent(now.session, session);
      Object.assign(now, { contactId, session });
      const reached = goesOn ? 2 : 1;
      const known = (goesOn ? withNewContact : withCorrection)(form, values);
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

  const send = async () => {
    const fields = element.current;
    const now = thread.current;
    if (!fields || now.sending) return;
    now.sending = true;
    begin();
    const values = typedValues(fields);
    remember(values, step);
    change({ busy: true, values, faults: {}, notice: undefined });
    const { session, contactId, since } = now;
    const place = { page, source, tags };
    take(await runStep({ plan, step, fields, values, session, contactId, since, ...place }), values);
    now.sending = false;
  };

  return {
    ...standing,
    plan,
    id,
    page,
    session: first.session,
    contactId: first.contactId,
    element,
    typed: () => {
      if (!element.current) return;
      begin();
      const values = typedValues(element.current);
      remember(values, step);
      // What was said of a field stands until that field is another.
      const faults = Object.entries(standing.faults);
      const left = faults.filter(([name]) => values[name] === standing.values[name]);
      if (left.length < faults.length) change({ faults: Object.fromEntries(left) });
    },
    send,
    back: () => {
      const values = withCorrection(form, element.current ? typedValues(element.current) : standing.values);
      remember(values, 1);
      change({ step: 1, values, faults: {}, notice: undefined, focus: { on: 'heading' } });
    },
    again: () => startAnew({ sent: false, values: {}, notice: undefined }, 'heading'),
  };
}
