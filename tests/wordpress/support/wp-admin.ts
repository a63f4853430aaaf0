import { JSDOM } from 'jsdom';
import { z } from 'zod';

/** A wp-admin screen as a signed-in user sees it. */
export interface AdminScreen {
  document: Document;
  /**
   * Returns the fields that the form within `selector` submits without JavaScript. `changes` overrides or adds fields;
   * null removes one.
   */
  form(selector: string, changes?: Readonly<Record<string, string | null>>): URLSearchParams;
}

/** Loads a screen, or submits a form to it. Throws if WordPress refuses the request. */
export async function openScreen(
  site: string,
  session: Readonly<Record<string, string>>,
  path: string,
  form?: URLSearchParams,
): Promise<AdminScreen> {
  const response = await fetch(new URL(path, site), {
    headers: session,
    ...(form ? { method: 'POST', body: form } : {}),
  });
  const html = await response.text();
  if (!response.ok) throw new Error(`${path} is ${response.status}: ${html.slice(0, 500)}`);
  const { document } = new JSDOM(html).window;
  return { document, form: (selector, changes = {}) => formWithin(document, selector, changes) };
}

/** Loads the edit screen of a page or post, and opens all of its sections, whose fields WordPress renders one by one. */
export async function openEditScreen(
  site: string,
  session: Readonly<Record<string, string>>,
  page: number,
): Promise<AdminScreen> {
  const screen = await openScreen(site, session, editPath(page));
  const { document } = screen;
  const settings = /window\.lintelSections = (\{.*?\});/.exec(document.documentElement.innerHTML)?.[1];
  const { nonce } = z.object({ nonce: z.string() }).parse(JSON.parse(settings ?? 'null'));
  for (const section of document.querySelectorAll('[data-lintel-later]')) {
    const response = await fetch(new URL('/wp-admin/admin-ajax.php', site), {
      method: 'POST',
      headers: session,
      body: new URLSearchParams({
        action: 'lintel_section_fields',
        post: String(page),
        nonce,
        path: document.querySelector<HTMLInputElement>('[name="lintel[path]"]')?.value ?? '',
        key: section.getAttribute('data-lintel-key') ?? '',
      }),
    });
    const { data } = z.object({ success: z.literal(true), data: z.string() }).parse(await response.json());
    const panel = section.querySelector('.lintel-panel');
    if (!panel) throw new Error('The section has no place for its fields.');
    panel.outerHTML = data;
  }
  return screen;
}

/** Opens the edit screen of a page, and saves its sections with changes. */
export async function saveSections(
  site: string,
  session: Readonly<Record<string, string>>,
  page: number,
  changes: Readonly<Record<string, string | null>>,
): Promise<void> {
  await saveOpenSections(site, session, await openEditScreen(site, session, page), changes);
}

/** Saves the sections meta box of an edit screen in a separate request, as the block editor does. */
export async function saveOpenSections(
  site: string,
  session: Readonly<Record<string, string>>,
  screen: AdminScreen,
  changes: Readonly<Record<string, string | null>>,
): Promise<void> {
  const address = /_wpMetaBoxUrl\s*=\s*("[^"]+")/.exec(screen.document.documentElement.innerHTML)?.[1];
  if (!address) throw new Error('The edit screen names no address for its boxes.');
  const target: unknown = JSON.parse(address);
  const form = screen.form('form.metabox-base-form');
  for (const [name, value] of screen.form('#lintel-sections', changes)) form.append(name, value);
  await openScreen(site, session, String(target).replaceAll('&amp;', '&'), form);
}

export function editPath(page: number): string {
  return `/wp-admin/post.php?post=${page}&action=edit`;
}

function formWithin(
  document: Document,
  selector: string,
  changes: Readonly<Record<string, string | null>>,
): URLSearchParams {
  const sent = new URLSearchParams();
  const inputs = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
    ['input', 'textarea', 'select'].map((tag) => `${selector} ${tag}[name]`).join(),
  );
  for (const input of inputs) {
    if (input.type === 'submit' || (isTickable(input) && !input.checked)) continue;
    sent.append(input.name, input.value);
  }
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) sent.delete(name);
    else sent.set(name, value);
  }
  return sent;
}

function isTickable(
  input: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
): input is HTMLInputElement {
  return input.type === 'checkbox' || input.type === 'radio';
}
