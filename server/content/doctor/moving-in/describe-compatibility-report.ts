import type { TextDifference } from '../../body/text-differences.ts';
import type { ChangedAddress } from './changed-addresses.ts';
import type { CompatibilityReport } from './compatibility-report.ts';

const MAX_LINES = 20;
const MAX_PLACES = 3;

/** Returns the report as text for a terminal, ending with a summary. */
export function describeCompatibilityReport(report: CompatibilityReport): string {
  const { totals, differences } = report;
  const looks = differences.filter(({ isLook }) => isLook);
  const losses = differences.filter(({ isLook, kind }) => !isLook && kind !== 'dead-link');
  const dead = differences.filter(({ kind }) => kind === 'dead-link');
  const moved = report.addresses.filter(({ redirects }) => redirects);
  const lost = report.addresses.filter(({ redirects }) => !redirects);
  const sections = [
    section('It has', [
      `${count(totals.pages, 'page')}, ${count(totals.posts, 'post')}, ${count(totals.pictures, 'picture')}, ${count(totals.files, 'other file')}, ${count(totals.comments, 'comment')}`,
      `${count(totals.categories, 'category', 'categories')}, ${count(totals.tags, 'tag')}, ${count(totals.authors, 'author')}`,
      report.menus.length > 0
        ? `public menus: ${report.menus.join(', ')}`
        : 'no public menu: menus are read once the companion plugin is active',
    ]),
    section('What could not be read', report.notices),
    section(
      'Not shown, because this site has pages and posts only',
      report.otherTypes.map(
        ({ name, total, links }) => `${name}: ${total}${links[0] ? `, such as ${links[0]}` : ''}`,
      ),
    ),
    section(
      'Behind a password',
      report.protected.map(({ title }) => `“${title}”`),
    ),
    section('Other addresses, to which the present ones redirect', moved.map(describeAddress)),
    section('Addresses that would lead elsewhere', [
      ...(report.hasPostsInFront
        ? ['/ lists the posts in WordPress. Here it is the home page, and the posts are at /blog.']
        : []),
      ...lost.map(describeAddress),
      ...report.clashes.map(({ title, wanted, path, other }) =>
        path === null
          ? `“${title}” could not be opened: ${other} is at ${wanted}. Give it another slug.`
          : `“${title}” would be at ${path}: ${other} is at ${wanted}. Give it another slug.`,
      ),
    ]),
    section(
      'Pages at the addresses of built-in pages',
      report.builtIn.map(({ title, path, isTextShown, replaces }) => {
        if (!isTextShown) return `“${title}”, ${path}: its sections are shown, its text is not.`;
        return replaces === null
          ? `“${title}”, ${path}: its text is shown.`
          : `“${title}”, ${path}: its text is shown in place of ${replaces}. Give it another slug.`;
      }),
    ),
    section('Shown otherwise', losses.flatMap(describeDifference), losses.length),
    section('Links that lead nowhere here', dead.flatMap(describeDifference), dead.length),
    section('Only the look is another', looks.flatMap(describeDifference), looks.length),
    section(
      'Texts that could not be checked',
      report.unread.map(({ title, path }) => `“${title}”, ${path}`),
    ),
  ];
  return [`${report.name || 'WordPress'} (${report.site})`, ...sections.flat(), '', closing(report)].join(
    '\n',
  );
}

/**
 * Returns a heading and its first `MAX_LINES` lines; nothing without lines. All lines are shown if `items`, the
 * number of items, differs from the number of lines, because an item then has several lines.
 */
function section(title: string, lines: readonly string[], items = lines.length): string[] {
  if (lines.length === 0) return [];
  const shown = lines.length === items ? lines.slice(0, MAX_LINES) : lines;
  const left = lines.length - shown.length;
  return [
    '',
    `${title}:`,
    ...shown.map((line) => `  ${line}`),
    ...(left > 0 ? [`  and ${left} more (--json has all)`] : []),
  ];
}

function describeAddress({ kind, title, from, to, redirects }: ChangedAddress): string {
  return `${kind} “${title}”: ${to} in place of ${from}${redirects ? '' : ', where something else is'}`;
}

function describeDifference({ what, fix, places }: TextDifference): string[] {
  const shown = places.slice(0, MAX_PLACES).map(({ title, path }) => `  “${title || 'Untitled'}”, ${path}`);
  const left = places.length - shown.length;
  return [
    `${what.charAt(0).toUpperCase()}${what.slice(1)}, in ${count(places.length, 'text')}. ${fix}`,
    ...shown,
    ...(left > 0 ? [`  and ${left} more`] : []),
  ];
}

function closing({ texts, differences, unread, otherTypes, clashes }: CompatibilityReport): string {
  const losing = differences.filter(({ isLook }) => !isLook);
  const affected = new Set(losing.flatMap(({ places }) => places.map(({ id }) => id))).size + unread.length;
  const others = otherTypes.reduce((sum, { total }) => sum + total, 0);
  const rest = [
    ...(others > 0 ? [`${count(others, 'entry', 'entries')} of other types would not be shown`] : []),
    ...(clashes.length > 0 ? [`${count(clashes.length, 'page')} should get another slug`] : []),
  ];
  const start =
    affected === 0
      ? `All ${count(texts, 'text')} would be shown as in WordPress`
      : `${texts - affected} of ${count(texts, 'text')} would be shown as in WordPress, and ${affected} with what is listed above`;
  return `${[start, ...rest].join('; ')}. Nothing was changed in WordPress.`;
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
