import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startCrmSandbox, type CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { comeTo, visitForm, type FormPlace, type FormVisit } from './support/form-visit.ts';
import { workerBrowser } from './support/worker-browser.ts';
import { axeViolations, faultsOf, horizontalOverflow } from './support/page-checks.ts';
import { startSite, type Site } from './support/start-site.ts';

/** The links after the last button of each step. */
const LINKS = ['link Privacy', 'link Terms'];

/** A step of a form, as a screen reader announces it. */
interface StepFacts {
  heading: string;
  /** Role and name of each control in tab order, with `required` appended for required controls. */
  stops: readonly string[];
  /** The error messages of the empty step in order, by field name. */
  errors: Readonly<Record<string, string>>;
  values: Readonly<Record<string, string>>;
  send: string;
  busy: string;
  /** The toast that appears after the step. */
  toast?: string;
  /** The text of the card that replaces the last step. */
  card?: string;
}

interface FormFacts extends FormPlace {
  steps: readonly StepFacts[];
}

const HOME = '/?layout=lead-capture';
const TOAST = 'body > :is([role="status"], [role="alert"])';
const personStops = [
  'textbox First name required',
  'textbox Last name required',
  'textbox E-mail required',
  'combobox What is it about?',
];
const personErrors = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  email: 'Please enter a valid email',
};
const names = { firstName: 'Wren', lastName: 'Ashdown' };

const forms: readonly FormFacts[] = [
  {
    path: '/buy',
    placement: 'contact',
    block: 'lead-form',
    steps: [
      {
        heading: 'How can I reach you?',
        // The second radio button is reached with the arrow keys, not with Tab.
        stops: ['radio Phone', 'textbox Phone required', 'button Continue'],
        errors: { phone: 'Please enter a valid phone number' },
        values: { contactMethod: 'phone', phone: '515-555-0100' },
        send: 'Continue',
        busy: 'Sending...',
      },
      {
        heading: 'A few details',
        stops: [
          'textbox First name required',
          'textbox Last name required',
          'textbox E-mail (optional)',
          'combobox How did you hear about me? (optional)',
          'textbox Message (optional)',
          'button Send my request',
          'button Back',
        ],
        errors: { firstName: 'First name is required', lastName: 'Last name is required' },
        values: names,
        send: 'Send my request',
        busy: 'Processing...',
        card: 'Thank you! Your information has been submitted.',
      },
    ],
  },
  {
    path: HOME,
    placement: 'quick',
    block: 'quick-lead-form',
    steps: [
      {
        heading: 'Your phone number or e-mail',
        stops: ['textbox Phone number or e-mail required', 'button Get started'],
        errors: { contact: 'Please enter a valid phone number or email.' },
        values: { contact: '515-555-0100' },
        send: 'Get started',
        busy: 'Sending...',
        toast: 'Contact info received Please complete your information',
      },
      {
        heading: 'A few details',
        stops: [...personStops, 'button Send my request', 'button Back'],
        errors: personErrors,
        values: { ...names, email: 'wren@example.com' },
        send: 'Send my request',
        busy: 'Submitting...',
        card: "Your information has been received. I'll contact you soon!",
      },
    ],
  },
  {
    path: HOME,
    placement: 'report',
    block: 'market-report-form',
    steps: [
      {
        heading: 'Your phone number or e-mail for the report',
        stops: ['textbox Phone number or e-mail required', 'button Get the report'],
        errors: { contact: 'Please enter a valid phone number or email.' },
        values: { contact: '515-555-0100' },
        send: 'Get the report',
        busy: 'Please wait...',
      },
      {
        heading: 'Where to send it',
        stops: [
          'textbox Name required',
          'textbox E-mail required',
          'combobox Area of interest required',
          'button Subscribe',
          'button Back',
        ],
        errors: {
          name: 'Name must be at least 2 characters.',
          email: 'Please enter a valid email address.',
          areas: 'Please select an area of interest.',
        },
        values: { name: 'Wren Ashdown', email: 'wren@example.com', areas: 'all' },
        send: 'Subscribe',
        busy: 'Submitting...',
        card: "You're now subscribed to our monthly market updates.",
      },
    ],
  },
  {
    path: '/contact',
    placement: 'contact',
    block: 'contact-form',
    steps: [
      {
        heading: 'Your message',
        stops: [
          'textbox First name required',
          'textbox Last name required',
          'textbox E-mail (or phone)',
          'textbox Phone (or e-mail)',
          'combobox What is it about?',
          'textbox Message (optional)',
          'button Send my message',
        ],
        errors: {
          ...personErrors,
          email: 'Please provide either a valid phone number or email address',
        },
        values: { ...names, email: 'wren@example.com', phone: '515-555-0100' },
        send: 'Send my message',
        busy: 'Sending...',
        card: "Your message has been received. I'll contact you soon!",
      },
    ],
  },
];

let browser: Browser;
let crm: CrmSandbox;
let site: Site;
const pages: Page[] = [];

beforeAll(async () => {
  [browser, crm] = await Promise.all([workerBrowser(), startCrmSandbox()]);
  site = await startSite({ ...crm.settings, LEAD_RATE_LIMIT: '1000' });
});
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.close()));
});
afterAll(async () => {
  await site?.stop();
  await crm?.stop();
});

const looks = [
  { width: 360, colorScheme: 'light' },
  { width: 1280, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
] as const;
const cases = looks.flatMap(({ width, colorScheme }) =>
  forms
    .filter(({ block }) => colorScheme === 'light' || block === 'lead-form')
    .map((form) => ({ form, block: form.block, width, colorScheme })),
);

describe.each(cases)('$block at $width px, $colorScheme', ({ form, width, colorScheme }) => {
  it('announces its fields in order, then its errors, its progress and its result', async () => {
    const requests = holdRequests();
    const visit = await visitForm(browser, site.url, form, { width, colorScheme, before: requests.watch });
    const { page, section } = visit;
    pages.push(page);
    for (const [index, step] of form.steps.entries()) {
      const last = index === form.steps.length - 1;
      await section.locator(`form[data-step="${index + 1}"]`).waitFor();
      await expectAccessible(visit);
      expect(await stopsOf(visit, step)).toEqual([...step.stops, ...LINKS]);
      expect(await section.getByRole('checkbox', { checked: true }).count()).toBe(0);
      // The honeypot field must be hidden from assistive technology.
      expect(await section.ariaSnapshot()).not.toContain('Leave this empty');

      await visit.press(step.send);
      await expect.poll(() => errorsOf(visit)).toEqual(step.errors);
      expect(await focusedName(page)).toBe(Object.keys(step.errors)[0]);
      await expectAccessible(visit);

      await visit.fillIn(step.values);
      await expect.poll(() => errorsOf(visit)).toEqual({});
      if (Object.values(step.values).some((value) => value.startsWith('515-')))
        await expectConsent(visit, width);
      const release = requests.hold();
      await visit.press(step.send);
      const button = section.getByRole('button', { name: step.busy, exact: true });
      await button.waitFor();
      expect(await button.isDisabled()).toBe(true);
      expect(await section.locator('form').getAttribute('aria-busy')).toBe('true');
      expect(await section.getByRole('button', { name: step.send, exact: true }).count()).toBe(0);
      await expectAccessible(visit);
      release();

      if (step.toast !== undefined) {
        const status = page.locator('body > [role="status"]');
        await expect.poll(async () => oneLine(await status.innerText())).toBe(step.toast);
        const notice = section.getByRole('group', {
          name: (await status.locator('strong').innerText()).trim(),
        });
        expect(oneLine(await notice.innerText())).toBe(step.toast);
      }
      if (step.card !== undefined) {
        const title = section.getByRole('heading', { name: 'Got it, Wren.', exact: true });
        await expect.poll(() => title.evaluate((each) => each === document.activeElement)).toBe(true);
        expect(oneLine(await section.innerText())).toContain(step.card);
        expect(await page.locator(TOAST).locator('strong').count()).toBe(0);
      }
      if (!last) {
        const next = section.getByRole('heading', {
          name: form.steps[index + 1]?.heading ?? '',
          exact: true,
        });
        await expect.poll(() => next.evaluate((each) => each === document.activeElement)).toBe(true);
      }
      await expectAccessible(visit);
    }
    expect(faultsOf(page)).toEqual([]);
  });
});

it('the arrow keys select the contact method, and Tab moves to its field', async () => {
  const [lead] = forms;
  const [step] = lead?.steps ?? [];
  if (!lead || !step) throw new Error('There is no form.');
  const visit = await visitForm(browser, site.url, lead, { width: 360 });
  pages.push(visit.page);
  await visit.section.getByRole('radio', { name: 'Phone' }).focus();
  await visit.page.keyboard.press('ArrowRight');
  expect(await announced(visit.page)).toBe('radio E-mail');
  expect(await stopsOf(visit, step)).toEqual([
    'radio E-mail',
    'textbox E-mail required',
    'button Continue',
    ...LINKS,
  ]);
  // Tabbing ended below the form. Scroll back, because the sticky header must not cover the form while axe runs.
  await comeTo(visit.section);
  await expectAccessible(visit);
});

it.each([
  [
    'known',
    503,
    '#quick form [role="alert"]',
    'We are too busy right now Please try again in a few minutes.',
  ],
  ['unknown', 500, 'body > [role="alert"]', 'Connection Error There was a problem with your request.'],
])(
  'a failure with a %s cause is announced immediately, and the focus returns',
  async (_, status, where, words) => {
    const quick = { path: HOME, placement: 'quick', block: 'quick-lead-form' } as const;
    const visit = await visitForm(browser, site.url, quick, { width: 360 });
    const { page, section } = visit;
    pages.push(page);
    await page.route('**/api/ghl/contact', (route) => route.fulfill({ status, body: 'x' }));
    await visit.fillIn({ contact: '515-555-0100' });
    await visit.field('contact').press('Enter');
    await expect
      .poll(async () => oneLine((await page.locator(where).allInnerTexts()).join(' ')))
      .toContain(words);
    // Inside the form, it stays.
    const [title = ''] = words.split(/ (?=Please|There)/);
    expect(await section.locator('form').getByText(title, { exact: true }).isVisible()).toBe(true);
    await expect.poll(() => focusedName(page)).toBe('contact');
    await visit.press('Get started');
    const button = section.getByRole('button', { name: 'Get started', exact: true });
    await expect.poll(() => button.evaluate((each) => each === document.activeElement)).toBe(true);
    await expectAccessible(visit);
  },
);

it('the toast can be closed by keyboard, and the focus returns to the form', async () => {
  const visit = await visitForm(browser, site.url, {
    path: HOME,
    placement: 'quick',
    block: 'quick-lead-form',
  });
  const { page } = visit;
  pages.push(page);
  await visit.fillIn({ contact: '515-555-0100' });
  await visit.press('Get started');
  const close = page.getByRole('button', { name: 'Close', exact: true });
  await close.waitFor();
  const heading = visit.section.getByRole('heading', { name: 'A few details' });
  const isFocused = () => heading.evaluate((each) => each === document.activeElement);
  // The toast is shown before the form takes the focus to its next step.
  await expect.poll(isFocused).toBe(true);
  await close.focus();
  await close.press('Enter');
  await close.waitFor({ state: 'detached' });
  expect(await isFocused()).toBe(true);
});

/**
 * Expects no horizontal overflow and, on a phone, no axe violations in the form and its toast. A wide screen has the same
 * elements. site.test.ts checks the rest of each page.
 */
async function expectAccessible({ page, section }: FormVisit): Promise<void> {
  expect(await horizontalOverflow(page)).toEqual([]);
  if (page.viewportSize()?.width !== 360) return;
  const form = `[id="${await section.getAttribute('id')}"]`;
  expect(await axeViolations(page, { within: [form, TOAST] })).toEqual([]);
}

/**
 * Expects the consent boxes that a phone number makes visible: readable, and less than a third of the form's height on a
 * small phone.
 */
async function expectConsent(visit: FormVisit, width: number): Promise<void> {
  const box = visit.section.getByRole('checkbox', { name: 'Service texts about my inquiry' });
  await box.waitFor();
  const { share, smallest } = await box.evaluate((input) => {
    const [group, form] = [input.closest('fieldset'), input.closest('form')];
    const texts = [...(group?.querySelectorAll('label, p') ?? [])];
    return {
      share: (group?.offsetHeight ?? 0) / (form?.offsetHeight ?? 1),
      smallest: Math.min(...texts.map((text) => Number.parseFloat(getComputedStyle(text).fontSize))),
    };
  });
  expect(smallest).toBeGreaterThanOrEqual(12);
  if (width === 360) expect(share).toBeLessThan(1 / 3);
  await expectAccessible(visit);
}

/**
 * Tabs from the step's heading to the end of the form, and returns the controls as announced. Expects each control to
 * follow the previous one in the document and on the screen.
 */
async function stopsOf({ page, section }: FormVisit, { heading }: StepFacts): Promise<string[]> {
  await section.getByRole('heading', { name: heading, exact: true }).focus();
  const stops: string[] = [];
  let before: { top: number; bottom: number; left: number } | undefined;
  for (;;) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    const place = await focused.evaluate((element) => {
      // If a link wraps, use its first line.
      const [box] = element.getClientRects();
      if (!box || !element.closest('form')) return null;
      const { top, bottom, left, height } = box;
      return { top: top + scrollY, bottom: bottom + scrollY, left, height };
    });
    if (!place) return stops;
    expect(place.height).toBeGreaterThan(0);
    if (before) {
      const below = place.top >= before.bottom - 1;
      expect(below || place.left > before.left).toBe(true);
    }
    before = place;
    stops.push(await announced(page));
    if (stops.length > 30) throw new Error(`The Tab key does not leave the form: ${stops.join(', ')}`);
  }
}

/**
 * Returns the role and name of the focused control, and whether it is required. The name of a consent is cut at the
 * colon.
 */
async function announced(page: Page): Promise<string> {
  const focused = page.locator(':focus');
  const [line = ''] = (await focused.ariaSnapshot()).split('\n');
  const [, role = '', name = ''] = /^- '?(\w+) "([^":]*)/.exec(line) ?? [];
  const required = await focused.getAttribute('aria-required');
  return [role, name, ...(required === 'true' ? ['required'] : [])].join(' ');
}

/** Returns the error messages of invalid controls, by control name. Expects each message to be in a live region. */
async function errorsOf({ section }: FormVisit): Promise<Record<string, string>> {
  return section.locator('[aria-invalid="true"]').evaluateAll((controls) =>
    Object.fromEntries(
      controls.map((control) => {
        const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
        const messages = ids.filter((id) => !id.endsWith('-hint')).map((id) => document.getElementById(id));
        const texts = messages.map((each) =>
          each?.closest('[aria-live="polite"]') ? each.textContent : '(not live)',
        );
        return [control.getAttribute('name') ?? '', texts.join(' ')];
      }),
    ),
  );
}

async function focusedName(page: Page): Promise<string | null> {
  return page.locator(':focus').getAttribute('name');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Delays lead requests from the call of `hold()` until the returned function is called. */
function holdRequests() {
  let gate = Promise.resolve();
  return {
    watch: async (page: Page) => {
      await page.route(/\/api\/(ghl|contact|market-reports)/, async (route) => {
        await gate;
        await route.continue();
      });
    },
    hold: (): (() => void) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
  };
}
