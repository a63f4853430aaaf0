import {
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type InputEvent,
  type RefObject,
  type SubmitEvent,
} from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { PlacementKey } from '../builder/placement-key.ts';
import { mapInputs, parameterOf, readInput, type Reading, type ToolInputs } from './tool-input.ts';

/** What a tool is: its inputs, what they start with, and what they must be together. */
interface Tool<Name extends string> {
  /** Stands before each input's name in the address. */
  prefix: string;
  inputs: ToolInputs<Name>;
  starts: Readonly<Record<Name, string>>;
  /** Faults that only show when all inputs are readable. */
  check?: (readings: Record<Name, Reading>) => Partial<Record<Name, string>>;
}

type Texts<Name extends string> = Record<Name, string>;
type Faults<Name extends string> = Partial<Record<Name, string>>;

/** A tool's form as its view needs it. */
export interface ToolForm<Name extends string> {
  /** The anchor of the placement, and the first part of all ids. */
  id: string;
  prefix: string;
  inputs: ToolInputs<Name>;
  /** What stands in each input when the document is made. */
  texts: Texts<Name>;
  /** What is wrong, in words; a field that is being typed in is left in peace until it is left. */
  faults: Faults<Name>;
  /** The last readable values; null until there are some, or where a fault shows. */
  readings: Record<Name, Reading> | null;
  formProps: {
    ref: RefObject<HTMLFormElement | null>;
    method: 'get';
    action: string;
    noValidate: true;
    onInput: (event: InputEvent<HTMLFormElement>) => void;
    onBlur: (event: FocusEvent<HTMLFormElement>) => void;
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  };
}

function understand<Name extends string>(tool: Tool<Name>, texts: Texts<Name>) {
  const faults: Faults<Name> = {};
  const readings = mapInputs<Name, string, Reading>(texts, (typed, name) => {
    const read = readInput(tool.inputs[name], typed);
    if (!('fault' in read)) return read;
    faults[name] = read.fault;
    return { number: 0, percent: false };
  });
  if (Object.keys(faults).length > 0) return { faults, readings: null };
  const together = tool.check?.(readings) ?? {};
  return Object.keys(together).length > 0
    ? { faults: together, readings: null }
    : { faults: together, readings };
}

/**
 * A form that computes. Without script it is a GET form: its values come back in the address, and the server
 * works them out. With script it follows the typing. The inputs are uncontrolled, so what was typed before the
 * application arrived stays.
 */
export function useToolForm<Name extends string>(tool: Tool<Name>): ToolForm<Name> {
  const id = useContext(PlacementKey);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const ref = useRef<HTMLFormElement>(null);
  const { prefix, inputs, starts } = tool;

  const asked = useMemo(() => {
    const parameters = new URLSearchParams(search);
    return mapInputs<Name, string, string>(
      starts,
      (start, name) => parameters.get(parameterOf(prefix, name)) ?? start,
    );
  }, [search, prefix, starts]);
  const [texts, setTexts] = useState<Texts<Name>>(asked);
  const [editing, setEditing] = useState<string | null>(null);
  const [lastGood, setLastGood] = useState(() => understand(tool, asked).readings);

  const typed = (form: HTMLFormElement): Texts<Name> => {
    const data = new FormData(form);
    return mapInputs<Name, string, string>(starts, (start, name) => {
      const value = data.get(parameterOf(prefix, name));
      return typeof value === 'string' ? value : start;
    });
  };
  const take = (form: HTMLFormElement) => {
    const next = typed(form);
    const { readings } = understand(tool, next);
    setTexts(next);
    if (readings) setLastGood(readings);
  };

  // At first the form leads: something may have been typed before the application arrived. Then the address does:
  // a link to the start values empties what was typed.
  const cameFrom = useRef<string | null>(null);
  const arrive = useEffectEvent((address: string) => {
    const form = ref.current;
    const first = cameFrom.current === null;
    cameFrom.current = address;
    if (!form) return;
    const now = typed(form);
    const same = (Object.keys(asked) as Name[]).every((name) => now[name] === asked[name]);
    if (same && first) return;
    if (!same && !first) form.reset();
    take(form);
  });
  useEffect(() => arrive(search), [search]);

  const { faults, readings } = understand(tool, texts);
  const shown: Faults<Name> = { ...faults };
  let waiting = false;
  for (const name of Object.keys(inputs) as Name[]) {
    if (shown[name] === undefined || parameterOf(prefix, name) !== editing) continue;
    delete shown[name];
    waiting = true;
  }

  return {
    id,
    prefix,
    inputs,
    texts: asked,
    faults: shown,
    readings: readings ?? (waiting && Object.keys(shown).length === 0 ? lastGood : null),
    formProps: {
      ref,
      method: 'get',
      action: `#${id}`,
      noValidate: true,
      onInput: (event) => {
        const { target } = event;
        if (target instanceof HTMLInputElement) setEditing(target.name);
        take(event.currentTarget);
      },
      onBlur: () => setEditing(null),
      onSubmit: (event) => {
        event.preventDefault();
        setEditing(null);
        const form = event.currentTarget;
        take(form);
        const parameters = new URLSearchParams(search);
        for (const [name, text] of Object.entries<string>(typed(form))) {
          parameters.set(parameterOf(prefix, name), text);
        }
        void navigate({ pathname, search: parameters.toString(), hash: id }, { replace: true });
        const wrong = Object.keys(understand(tool, typed(form)).faults)[0];
        document.getElementById(wrong === undefined ? `${id}-result` : `${id}-${wrong}`)?.focus();
      },
    },
  };
}
