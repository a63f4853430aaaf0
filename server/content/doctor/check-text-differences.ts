import type { DoctorCheck, DoctorFinding } from '../../../src/contracts/operators/doctor.ts';
import type { TextDifference } from '../body/text-differences.ts';
import type { EntryLink } from '../body/site-texts.ts';
import type { TextCheckState } from '../body/text-check.ts';
import { editScreenUrl } from './check-content.ts';
import { notCheckedResult } from './check-connection.ts';

/** The id of the check for differences between this site and WordPress. */
export const TEXT_DIFFERENCES_CHECK_ID = 'differences';
const LABEL = 'Shown otherwise than in WordPress';
const MAX_ITEMS = 100;
const MAX_PLACES = 20;

/**
 * Reports the texts of pages and posts that this site shows differently than WordPress. `admin` is the URL of
 * wp-admin. Omits dead links to paths in `redirected`, because operators have redirected them.
 */
export function checkTextDifferences(
  { running, result }: TextCheckState,
  admin: string,
  redirected: ReadonlySet<string> = new Set(),
): DoctorCheck {
  const base = { id: TEXT_DIFFERENCES_CHECK_ID, label: LABEL };
  if (!result) {
    return notCheckedResult(base.id, base.label, {
      detail: running
        ? `${running.checked} of ${running.total} texts are checked.`
        : 'No text has been checked yet.',
      fix: 'The result follows by itself. Many texts take some minutes, the first time.',
    });
  }
  const found = result.differences.filter(({ address }) => address === undefined || !redirected.has(address));
  const unread = result.unread.length > 0 ? [unreadItem(result.unread, admin)] : [];
  const again = running
    ? ` The content has changed: ${running.checked} of ${running.total} texts are checked again.`
    : '';
  if (found.length + unread.length === 0) {
    const detail = `Everything is shown as in WordPress (${counted(result.total, 'text', 'texts')}).${again}`;
    return { ...base, state: 'ok', detail };
  }
  if (found.length === 0) {
    const shown = `${result.total - result.unread.length} of ${counted(result.total, 'text', 'texts')}`;
    return {
      ...base,
      state: 'warning',
      detail: `${shown} are shown as in WordPress. The others could not be checked.${again}`,
      fix: 'Compare these pages with WordPress. Simplify a text that is not shown.',
      items: unread,
    };
  }
  const items = [...unread, ...found.map((difference) => differenceItem(difference, admin))];
  const left = items.length - MAX_ITEMS;
  const onlyLooks = unread.length === 0 && found.every(({ isLook }) => isLook);
  const affected = new Set(found.flatMap(({ places }) => places.map(({ id }) => id))).size;
  return {
    ...base,
    state: onlyLooks ? 'ok' : 'warning',
    detail: onlyLooks
      ? `Nothing is missing. ${affected} of ${counted(result.total, 'text', 'texts')} look otherwise.${again}`
      : `${affected} of ${counted(result.total, 'text', 'texts')} have something that visitors do not see as in WordPress.${again}`,
    fix: 'Each line says what visitors get. Change what matters to you on the edit screens.',
    items: left > 0 ? [...items.slice(0, MAX_ITEMS), { text: `and ${left} more` }] : items,
  };
}

function differenceItem({ what, fix, places }: TextDifference, admin: string): DoctorFinding {
  return {
    text: `${what.charAt(0).toUpperCase()}${what.slice(1)}, in ${counted(places.length, 'text', 'texts')}. ${fix}`,
    ...placesWithEditLinks(places, admin),
  };
}

function unreadItem(places: readonly EntryLink[], admin: string): DoctorFinding {
  return {
    text: `${counted(places.length, 'text', 'texts')} could not be checked and may be shown empty. The log says why (sanitiser-failed).`,
    ...placesWithEditLinks(places, admin),
  };
}

/** Returns the first `MAX_PLACES` pages or posts with links to their edit screens, and the number of the others. */
export function placesWithEditLinks(
  places: readonly EntryLink[],
  admin: string,
): Pick<DoctorFinding, 'places' | 'more'> {
  const left = places.length - MAX_PLACES;
  return {
    places: places.slice(0, MAX_PLACES).map(({ id, title, path }) => ({
      title: title || 'Untitled',
      path,
      link: editScreenUrl(admin, id),
    })),
    ...(left > 0 ? { more: left } : {}),
  };
}

function counted(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
