import type { Locator } from 'playwright-core';

/** `typed`: as a visitor does. `autofilled`: the browser sets the values, and no script hears of it. */
export type Manner = 'typed' | 'autofilled';

/** A control that was filled in. Of a group of radio buttons, the one that was chosen. */
export interface Filled {
  name: string;
  /** The type of an input; `select` or `textarea`. */
  kind: string;
  value: string;
  /** Whether it was visible in the end. */
  shown: boolean;
  method: string;
}

/** A control as the page has it, with its place among the controls of its form. */
interface Control {
  index: number;
  name: string;
  kind: string;
  /** The value to fill in: always another than the control starts with. Empty for a button of a group that is not chosen. */
  value: string;
  method: string;
}

const CONTROLS = ':is(input:not([type=hidden], [name=website]), select, textarea)';

let last = 0;

/**
 * Gives every control of a form a value that it does not have yet, those hidden by a choice included. The controls are
 * found in the document, so that new ones are filled in, too. Throws if one cannot be reached.
 */
export async function fillEveryControl(form: Locator, manner: Manner): Promise<Filled[]> {
  last += 1;
  const controls = form.locator(CONTROLS);
  const all = (await controls.evaluateAll(readControls, last)).filter(({ value }) => value !== '');
  if (manner === 'autofilled') {
    await controls.evaluateAll(setSilently, all);
  } else {
    // Choices come between two passes: each may show some controls and hide others.
    const left = new Set(all);
    for (const choices of [false, true, false]) {
      for (const control of left) {
        const at = controls.nth(control.index);
        if ((control.kind === 'radio') !== choices || !(await at.isVisible())) continue;
        if (control.kind === 'select') await at.selectOption(control.value);
        else if (choices || control.kind === 'checkbox') await at.check();
        else await at.fill(control.value);
        left.delete(control);
      }
    }
    const missed = [...left].map(({ name }) => name);
    if (missed.length > 0) throw new Error(`These controls are never visible: ${missed.join(', ')}.`);
  }
  return Promise.all(
    all.map(async ({ index, name, kind, value, method }) => {
      return { name, kind, value, method, shown: await controls.nth(index).isVisible() };
    }),
  );
}

/** Returns the state of every control of some forms: its value, and whether it is checked. */
export function stateOf(forms: Locator): Promise<string[]> {
  return forms
    .locator(CONTROLS)
    .evaluateAll((all) =>
      all.map((control) =>
        control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)
          ? `${control.name} ${control.value}: ${control.checked}`
          : `${control.getAttribute('name')}: ${'value' in control ? String(control.value) : ''}`,
      ),
    );
}

/** Runs in the page. `mark` makes the values of one form different from those of all others. */
function readControls(all: readonly Element[], mark: number): Control[] {
  const valueOf = (control: Element): string => {
    if (control instanceof HTMLSelectElement) return control.options[control.options.length - 1]?.value ?? '';
    if (control instanceof HTMLTextAreaElement) return `Text of ${control.name} ${mark}`;
    if (!(control instanceof HTMLInputElement)) return '';
    const { type, name, inputMode, defaultValue, autocomplete, form } = control;
    if (type === 'checkbox') return control.defaultChecked ? '' : control.value;
    if (type === 'radio') {
      const group = form?.elements.namedItem(name);
      const buttons = group instanceof RadioNodeList ? [...group] : [];
      const others = buttons.filter((each) => each instanceof HTMLInputElement && !each.defaultChecked);
      return others.at(-1) === control ? control.value : '';
    }
    if (type === 'email') return `sweep.${mark}@example.com`;
    // One field for phone or e-mail gets a number, because the consent boxes come with it.
    if (type === 'tel' || autocomplete === 'email') return `515-555-${2000 + mark}`;
    if (/numeric|decimal/.test(inputMode) || type === 'number') return defaultValue === '7' ? '8' : '7';
    return `${name} ${mark}`;
  };
  return all.map((control, index) => ({
    index,
    name: control.getAttribute('name') ?? '',
    kind: control instanceof HTMLInputElement ? control.type : control.localName,
    value: valueOf(control),
    method: control.closest('form')?.method ?? '',
  }));
}

/** Runs in the page. */
function setSilently(all: readonly Element[], controls: readonly Control[]): void {
  for (const { index, value } of controls) {
    const control = all[index];
    if (control instanceof HTMLInputElement && /checkbox|radio/.test(control.type)) control.checked = true;
    else if (control && 'value' in control) control.value = value;
  }
}
