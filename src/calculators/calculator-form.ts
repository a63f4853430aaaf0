import {
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type InputEvent,
  type MouseEvent,
  type RefObject,
  type SubmitEvent,
} from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { PlacementKeyContext } from '../builder/placement-context.ts';
import {
  mapValues,
  calculatorQueryParameter,
  parseCalculatorInput,
  type ParsedCalculatorInput,
  type CalculatorInputs,
} from './calculator-input.ts';

/** The definition of a calculator: its inputs, their starting values, and a check across inputs. */
interface Calculator<Name extends string> {
  /** The prefix of the inputs' query parameters. */
  prefix: string;
  inputs: CalculatorInputs<Name>;
  starts: Readonly<Record<Name, string>>;
  /** Returns errors that depend on several inputs; called only if every input is valid. */
  check?: (readings: Record<Name, ParsedCalculatorInput>) => Partial<Record<Name, string>>;
}

type Texts<Name extends string> = Record<Name, string>;
type Faults<Name extends string> = Partial<Record<Name, string>>;

/**
 * The texts that the visitor typed, by the key of the history entry and the id of the form. They are restored when the
 * visitor returns to the entry, and kept as long as the document.
 */
const typedTexts = new Map<string, Readonly<Record<string, string>>>();

/** The state of a calculator's form, for its view. */
export interface CalculatorFormState<Name extends string> {
  /** The placement's anchor, used as the prefix of all ids. */
  id: string;
  prefix: string;
  inputs: CalculatorInputs<Name>;
  /** The initial text of each input: from the URL, otherwise the starting value. */
  texts: Texts<Name>;
  /** Error messages by input, without that of the input in which the visitor is typing. */
  faults: Faults<Name>;
  /** The latest valid values; null until there are any, or while an error is shown. */
  readings: Record<Name, ParsedCalculatorInput> | null;
  /**
   * Handles a click on the link to the starting values. It resets the form if the URL has no other values, because the
   * navigation would then change nothing.
   */
  onStartAgain: (event: MouseEvent) => void;
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

function fill(form: HTMLFormElement, prefix: string, texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts)) {
    const input = form.elements.namedItem(calculatorQueryParameter(prefix, name));
    if (input instanceof HTMLInputElement) input.value = text;
  }
}

function isEqual<Name extends string>(one: Readonly<Texts<Name>>, other: Readonly<Texts<Name>>): boolean {
  return (Object.keys(one) as Name[]).every((name) => one[name] === other[name]);
}

function understand<Name extends string>(calculator: Calculator<Name>, texts: Texts<Name>) {
  const faults: Faults<Name> = {};
  const readings = mapValues<Name, string, ParsedCalculatorInput>(texts, (typed, name) => {
    const read = parseCalculatorInput(calculator.inputs[name], typed);
    if (!('fault' in read)) return read;
    faults[name] = read.fault;
    return { number: 0, percent: false };
  });
  if (Object.keys(faults).length > 0) return { faults, readings: null };
  const together = calculator.check?.(readings) ?? {};
  return Object.keys(together).length > 0
    ? { faults: together, readings: null }
    : { faults: together, readings };
}

/**
 * Manages a calculator's form. Without JavaScript, it is a GET form whose values are in the URL, and the server
 * calculates the result. With JavaScript, the result updates as the visitor types. The inputs are uncontrolled, so that
 * text entered before hydration is kept.
 */
export function useCalculatorForm<Name extends string>(
  calculator: Calculator<Name>,
): CalculatorFormState<Name> {
  const id = useContext(PlacementKeyContext);
  const { pathname, search, key } = useLocation();
  const navigate = useNavigate();
  const ref = useRef<HTMLFormElement>(null);
  const { prefix, inputs, starts } = calculator;

  const asked = useMemo(() => {
    const parameters = new URLSearchParams(search);
    return mapValues<Name, string, string>(
      starts,
      (start, name) => parameters.get(calculatorQueryParameter(prefix, name)) ?? start,
    );
  }, [search, prefix, starts]);
  const [texts, setTexts] = useState<Texts<Name>>(asked);
  const [editing, setEditing] = useState<string | null>(null);
  const [lastGood, setLastGood] = useState(() => understand(calculator, asked).readings);

  const typed = (form: HTMLFormElement): Texts<Name> => {
    const data = new FormData(form);
    return mapValues<Name, string, string>(starts, (start, name) => {
      const value = data.get(calculatorQueryParameter(prefix, name));
      return typeof value === 'string' ? value : start;
    });
  };
  const take = (form: HTMLFormElement) => {
    const next = typed(form);
    const { readings } = understand(calculator, next);
    setTexts(next);
    if (readings) setLastGood(readings);
    typedTexts.set(`${key}#${id}`, next);
  };

  // On mount, the form's values take precedence, because the visitor may have typed before hydration. After that, the
  // URL takes precedence if this calculator's part of it changes: a link to the starting values resets the form, and the
  // result of another calculator on the page does not.
  const cameFrom = useRef<Texts<Name>>(null);
  const arrive = useEffectEvent((at: Texts<Name>) => {
    const form = ref.current;
    const before = cameFrom.current;
    cameFrom.current = at;
    if (!form || (before && isEqual(before, at))) return;
    if (!before) fill(form, prefix, typedTexts.get(`${key}#${id}`) ?? {});
    const isSame = isEqual(typed(form), at);
    if (isSame && !before) return;
    if (!isSame && before) form.reset();
    take(form);
  });
  useEffect(() => arrive(asked), [asked]);

  const { faults, readings } = understand(calculator, texts);
  const shown: Faults<Name> = { ...faults };
  let waiting = false;
  for (const name of Object.keys(inputs) as Name[]) {
    if (shown[name] === undefined || calculatorQueryParameter(prefix, name) !== editing) continue;
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
    onStartAgain: ({ ctrlKey, metaKey, shiftKey }) => {
      const form = ref.current;
      // With a modifier key, the link opens elsewhere. If the URL has other values, the navigation resets the form.
      const opensElsewhere = ctrlKey || metaKey || shiftKey;
      if (!form || opensElsewhere || !isEqual(asked, starts)) return;
      setEditing(null);
      form.reset();
      take(form);
    },
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
          parameters.set(calculatorQueryParameter(prefix, name), text);
        }
        void navigate({ pathname, search: parameters.toString(), hash: id }, { replace: true });
        const wrong = Object.keys(understand(calculator, typed(form)).faults)[0];
        document.getElementById(wrong === undefined ? `${id}-result` : `${id}-${wrong}`)?.focus();
      },
    },
  };
}
