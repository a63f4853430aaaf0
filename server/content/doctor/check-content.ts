import type { DoctorCheck } from '../../../src/contracts/operators/doctor.ts';
import {
  notCheckedResult,
  restApiObstacle,
  restRootResponse,
  type CheckObstacle,
} from './check-connection.ts';
import { plainHttpAddress, plainHttpFault } from '../rest/connection-failure.ts';
import type { ContentFault } from './content-faults.ts';
import type { ProbeResult, ResponseOrFailure } from './probe-wordpress.ts';
import { restErrorCode } from './received-response.ts';
import { isJsonObject } from '../../../src/builder/raw-value.ts';

/** Facts about the content as of the last read. */
export interface ContentFacts {
  /** Notices from the last sync, each with its fix. */
  notices: readonly string[];
  /** Pages that are not public and hide a built-in page. */
  hiding: readonly { id: number; title: string; path: string; status: string }[];
  /** The id of the public page at "/"; null if WordPress has none. */
  frontPage: number | null;
  /** Faults of public pages. */
  faults: readonly ContentFault[];
  /** Values and layouts of public pages that are stored under former names of blocks and fields. */
  former: readonly ContentFault[];
  /**
   * Pages and posts whose address in WordPress (`wanted`) belongs to something else on this site (`other`). They are
   * shown at `path` instead, or nowhere if it is null.
   */
  clashes: readonly { id: number; title: string; wanted: string; path: string | null; other: string }[];
  /** Pages whose text takes the place of a feature of the site (`what`), such as its search. */
  replacing: readonly { id: number; title: string; path: string; what: string }[];
  /** Faults in settings and menus. */
  siteFaults: readonly string[];
  /** Whether agent and brokerage still have the sample values. */
  sample: boolean;
}

const LABELS = {
  reading: 'Reading the content',
  hiding: 'Pages that hide built-in pages',
  addresses: 'Addresses of pages and posts',
  'front-page': 'Front page',
  menus: 'Menus',
  pictures: 'Pictures',
  settings: 'Site settings',
  faults: 'Faults in the content',
  former: 'Former names of blocks and fields',
} as const;
const MAX_ITEMS = 200;

/**
 * Checks the content that editors wrote. `content` is null if it was never read; then only the read itself and the
 * menus are checked. `readFault` is the message of the last read if that failed, otherwise null.
 */
export function checkContent(
  probe: ProbeResult,
  content: ContentFacts | null,
  readFault: string | null,
): DoctorCheck[] {
  const admin = adminUrl(probe);
  const unread = (id: keyof typeof LABELS) =>
    notCheckedResult(id, LABELS[id], {
      detail: 'The content of WordPress was not read.',
      fix: `Fix “${LABELS.reading}” first.`,
    });
  if (!content) {
    return [
      reading(readFault, null),
      unread('hiding'),
      unread('addresses'),
      unread('front-page'),
      menus(probe, admin),
      unread('pictures'),
      unread('settings'),
      unread('faults'),
      unread('former'),
    ];
  }
  return [
    reading(readFault, content.notices),
    hiding(content, admin),
    addresses(content, admin),
    frontPage(content, probe, admin),
    menus(probe, admin),
    pictures(probe),
    settings(content, admin),
    faults(content, admin),
    former(content, admin),
  ];
}

/** Returns the URL of wp-admin without a trailing slash. WordPress may be installed in a subfolder of its site. */
function adminUrl(probe: ProbeResult): string {
  const root = restRootResponse(probe);
  const url = 'failed' in root || !isJsonObject(root.json) ? null : root.json.url;
  return `${(typeof url === 'string' && url !== '' ? url : probe.home).replace(/\/+$/, '')}/wp-admin`;
}

/**
 * Returns the URL of a page's edit screen. If a section is given, the URL leads to its field. `admin` is the URL of
 * wp-admin, without a trailing slash.
 */
export function editScreenUrl(admin: string, page: number, section?: string): string {
  return `${admin}/post.php?post=${page}&action=edit${section === undefined ? '' : `#lintel-${section}`}`;
}

function reading(readFault: string | null, notices: readonly string[] | null): DoctorCheck {
  const base = { id: 'reading', label: LABELS.reading };
  if (readFault !== null) {
    return {
      ...base,
      state: 'failed',
      detail: 'The content of WordPress cannot be read now. A running site shows the last good copy.',
      fix: readFault,
    };
  }
  if (!notices) {
    return notCheckedResult(base.id, base.label, {
      detail: 'The first reading has not ended yet.',
      fix: 'Run the checks again in a minute.',
    });
  }
  if (notices.length === 0) return { ...base, state: 'ok', detail: 'Everything is read.' };
  return {
    ...base,
    state: 'warning',
    detail: 'Everything is read, with notices.',
    fix: 'Each line says what to change.',
    items: notices.map((text) => ({ text })),
  };
}

function hiding({ hiding: pages }: ContentFacts, admin: string): DoctorCheck {
  const base = { id: 'hiding', label: LABELS.hiding };
  if (pages.length === 0) return { ...base, state: 'ok', detail: 'There are none.' };
  return {
    ...base,
    state: 'warning',
    detail: `${pages.length === 1 ? 'A page' : `${pages.length} pages`} that visitors may not see ${pages.length === 1 ? 'takes' : 'take'} the place of a built-in one.`,
    fix: 'Publish each, or give it another slug to show the built-in page.',
    items: pages.map(({ id, title, path, status }) => ({
      text:
        status === 'publish'
          ? `“${title}”, behind a password, hides ${path}.`
          : `“${title}”, in the state “${status}”, hides ${path}.`,
      link:
        status === 'trash' ? `${admin}/edit.php?post_status=trash&post_type=page` : editScreenUrl(admin, id),
    })),
  };
}

function addresses({ clashes, replacing }: ContentFacts, admin: string): DoctorCheck {
  const base = { id: 'addresses', label: LABELS.addresses };
  const number = clashes.length + replacing.length;
  if (number === 0) return { ...base, state: 'ok', detail: 'All are those of WordPress.' };
  return {
    ...base,
    state: 'warning',
    detail: `${number === 1 ? 'A page or post has' : `${number} pages and posts have`} the address of something else on this site.`,
    fix: 'Give each another slug, or leave it where it is.',
    items: someItems([
      ...clashes.map(({ id, title, wanted, path, other }) => ({
        text:
          path === null
            ? `“${title}” cannot be opened: ${other} is at ${wanted}.`
            : `“${title}” is at ${path}: ${other} is at ${wanted}.`,
        link: editScreenUrl(admin, id),
      })),
      ...replacing.map(({ id, title, path, what }) => ({
        text: `“${title}” is at ${path} in place of ${what}.`,
        link: editScreenUrl(admin, id),
      })),
    ]),
  };
}

function frontPage({ frontPage: id }: ContentFacts, probe: ProbeResult, admin: string): DoctorCheck {
  const base = { id: 'front-page', label: LABELS['front-page'] };
  const chosen = chosenFrontPage(probe);
  if (id !== null && (chosen === null || chosen === id)) {
    return { ...base, state: 'ok', detail: 'WordPress has a public page for “/”.' };
  }
  const link = { items: [{ text: 'Settings › Reading', link: `${admin}/options-reading.php` }] };
  if (chosen) {
    return {
      ...base,
      state: 'failed',
      detail: 'The page that WordPress has as its front page is not public.',
      fix: 'Publish it, or choose another under Settings › Reading.',
      ...link,
    };
  }
  if (id !== null) {
    return {
      ...base,
      state: 'warning',
      detail: 'WordPress shows its posts on the front page; the site shows the page “home” at “/”.',
      fix: 'Choose “A static page” and that page under Settings › Reading, so that WordPress’s links agree.',
      ...link,
    };
  }
  return {
    ...base,
    state: 'warning',
    detail: 'WordPress has no page for “/”, so the built-in home page is shown.',
    fix: 'Publish a page, and choose it as “A static page” under Settings › Reading. “npm run wordpress:import” makes one.',
    ...link,
  };
}

/** Returns the id of the front page in WordPress's settings: 0 if it shows posts, null if unknown. */
function chosenFrontPage({ state, ...roots }: ProbeResult): number | null {
  const root = restRootResponse(roots);
  for (const reply of [state, root]) {
    const json = reply && !('failed' in reply) ? reply.json : null;
    if (isJsonObject(json) && typeof json.show_on_front === 'string') {
      return json.show_on_front === 'page' ? Number(json.page_on_front) || 0 : 0;
    }
  }
  return null;
}

function menus(probe: ProbeResult, admin: string): DoctorCheck {
  const base = { id: 'menus', label: LABELS.menus };
  const { menus: replies } = probe;
  const obstacle = obstacleOfMenus(probe);
  if (!replies || obstacle) return notCheckedResult(base.id, base.label, obstacle ?? NO_MENU_ANSWER);
  const missing = (['primary', 'footer'] as const).filter((location) => !isMenu(replies[location]));
  if (missing.length === 0) {
    const empty = (['primary', 'footer'] as const).filter((location) => isEmptyMenu(replies[location]));
    const shown = empty.map((location) => ` “${location}” has no entries, so visitors see none.`);
    return { ...base, state: 'ok', detail: `The header and the footer have one.${shown.join('')}` };
  }
  return {
    ...base,
    state: 'warning',
    detail: `No menu is assigned to ${missing.map((location) => `“${location}”`).join(' and ')}, so the built-in one is shown.`,
    fix: 'Assign one under Appearance › Menus › Manage Locations.',
    items: [{ text: 'Appearance › Menus', link: `${admin}/nav-menus.php?action=locations` }],
  };
}

const NO_MENU_ANSWER: CheckObstacle = {
  detail: 'WordPress did not answer the request for its menus.',
  fix: 'Run the checks again. If that changes nothing, look into the error log of WordPress.',
};
const NO_MENU_ROUTE: CheckObstacle = {
  detail: 'The companion plugin serves the menus, and is not active.',
  fix: 'Fix “Companion plugin” first.',
};

/** Returns why the menus could not be checked; null if WordPress said for each location whether it has a menu. */
function obstacleOfMenus(probe: ProbeResult): CheckObstacle | null {
  const replies = probe.menus ? [probe.menus.primary, probe.menus.footer] : [];
  if (replies.length > 0 && replies.every(isMenu)) return null;
  const closed = restApiObstacle(probe);
  if (closed) return closed;
  for (const reply of replies) {
    if ('failed' in reply || (reply.status !== 200 && reply.status !== 404)) return NO_MENU_ANSWER;
    if (restErrorCode(reply) === 'rest_no_route') return NO_MENU_ROUTE;
  }
  return null;
}

function isMenu(reply: ResponseOrFailure): boolean {
  return !('failed' in reply) && reply.status === 200 && isJsonObject(reply.json);
}

function isEmptyMenu(reply: ResponseOrFailure): boolean {
  const items = !('failed' in reply) && isJsonObject(reply.json) ? reply.json.items : null;
  return Array.isArray(items) && items.length === 0;
}

function pictures({ pictures: asked }: ProbeResult): DoctorCheck {
  const base = { id: 'pictures', label: LABELS.pictures };
  if (asked.length === 0) {
    return notCheckedResult(base.id, base.label, {
      detail: 'No page shows a picture from WordPress.',
      fix: 'There is nothing to do: pictures are checked once a page shows one.',
    });
  }
  const lost = asked.filter(({ reply }) => 'failed' in reply || reply.status >= 400);
  if (lost.length === 0) {
    return { ...base, state: 'ok', detail: `${asked.length} of them were requested, and all answered.` };
  }
  return {
    ...base,
    state: 'failed',
    detail: `${lost.length} of ${asked.length} requested pictures cannot be reached.`,
    fix: 'Check that the files exist, and that no hotlink protection or security plugin keeps this server out.',
    items: lost.map(({ url, reply }) => ({
      text: `${url}: ${'failed' in reply ? failureOf(url, reply.failed) : reply.status}`,
      link: url,
    })),
  };
}

function failureOf(url: string, failed: string): string {
  const http = plainHttpAddress(url, failed);
  return http === null ? failed : plainHttpFault(new URL(http).origin);
}

function settings({ sample, siteFaults }: ContentFacts, admin: string): DoctorCheck {
  const base = { id: 'settings', label: LABELS.settings };
  const link = `${admin}/options-general.php?page=lintel-site-settings`;
  if (siteFaults.length > 0) {
    return {
      ...base,
      state: 'warning',
      detail: 'Some values of the settings or menus cannot be used.',
      fix: 'Correct each; until then the last good or built-in value is shown.',
      items: siteFaults.map((text) => ({ text, link })),
    };
  }
  if (!sample) return { ...base, state: 'ok', detail: 'Agent and brokerage are yours.' };
  return {
    ...base,
    state: 'warning',
    detail: 'Agent and brokerage are still the sample, so search engines are kept out.',
    fix: 'Fill in the site settings.',
    items: [{ text: 'Settings › Site settings', link }],
  };
}

function faults({ faults: found }: ContentFacts, admin: string): DoctorCheck {
  const base = { id: 'faults', label: LABELS.faults };
  if (found.length === 0) return { ...base, state: 'ok', detail: 'There are none on public pages.' };
  return {
    ...base,
    state: 'failed',
    detail: `${found.length} ${found.length === 1 ? 'value is' : 'values are'} not shown as written; visitors get the built-in content there.`,
    fix: 'Correct each on its edit screen.',
    items: faultItems(found, admin),
  };
}

function former({ former: found }: ContentFacts, admin: string): DoctorCheck {
  const base = { id: 'former', label: LABELS.former };
  if (found.length === 0) return { ...base, state: 'ok', detail: 'Public pages use none.' };
  return {
    ...base,
    state: 'warning',
    detail:
      'Blocks or fields were renamed since these pages were saved. Visitors see their values as before.',
    fix: 'Open each page in the page builder and save it. Its values are then stored under the present names.',
    items: faultItems(found, admin),
  };
}

function faultItems(found: readonly ContentFault[], admin: string): NonNullable<DoctorCheck['items']> {
  return someItems(
    found.map(({ page, section, message }) => ({ text: message, link: editScreenUrl(admin, page, section) })),
  );
}

function someItems(all: NonNullable<DoctorCheck['items']>): NonNullable<DoctorCheck['items']> {
  const more = all.length - MAX_ITEMS;
  return more > 0 ? [...all.slice(0, MAX_ITEMS), { text: `and ${more} more` }] : all;
}
