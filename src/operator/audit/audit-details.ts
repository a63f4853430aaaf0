import { leadStageLabels } from '../../contracts/leads/lead-stage.ts';
import { destinationLabels } from '../inbox/lead-labels.ts';

/** Labels for details whose names operators may not understand. Other names are split into words. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['sections', 'sections changed'],
  ['start', 'started from'],
  ['wordpressUser', 'WordPress user'],
  ['keys', 'fields'],
  ['why', 'reason'],
  ['do', 'change'],
  ['wanted', 'location asked for'],
]);

/** Labels for values that operators may not understand, by the name of the detail. */
const VALUES = new Map<string, Readonly<Record<string, string>>>([
  ['stage', leadStageLabels],
  ['destination', destinationLabels],
  [
    'do',
    {
      add: 'variant added',
      weigh: 'share of visitors',
      start: 'test started',
      pause: 'test paused',
      remove: 'variant removed',
      keep: 'variant kept',
    },
  ],
]);

/** Texts for details that are true or false. Without a text, the detail is left out. */
const FLAGS: ReadonlyMap<string, string> = new Map([
  ['layout true', 'arrangement changed'],
  ['filtered true', 'only those of a filter'],
  ['deletedInWordPress false', 'the password stayed in WordPress'],
]);

/**
 * Describes the details of an entry of the audit log in plain words, such as “stage: Called”. Leaves out empty values
 * and ids of deliveries. Returns an empty string if nothing remains. `detail` is JSON.
 */
export function describeAuditDetails(detail: string | null, timeZone: string): string {
  const read: unknown = detail === null ? null : JSON.parse(detail);
  if (typeof read !== 'object' || read === null) return '';
  return Object.entries(read)
    .flatMap(([name, value]) => describe(name, value, timeZone) || [])
    .join('; ');
}

function describe(name: string, value: unknown, timeZone: string): string | undefined {
  if (name === 'publishAt') return publicationWords(value, timeZone);
  if (typeof value === 'boolean') return FLAGS.get(`${name} ${value}`);
  // The id of a delivery. Its destination is in the details, too, and says enough.
  if (name === 'delivery') return undefined;
  const words = [value]
    .flat()
    .filter((each) => typeof each === 'string' || typeof each === 'number')
    .map((each) => VALUES.get(name)?.[each] ?? (name === 'sections' ? `${each}`.replaceAll('_', ' ') : each))
    .join(', ');
  return words && `${NAMES.get(name) ?? wordsOf(name)}: ${words}`;
}

function publicationWords(value: unknown, timeZone: string): string {
  if (typeof value !== 'string') return 'no longer scheduled';
  const format = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  return `publication: ${format.format(new Date(value))}`;
}

/** Formats `recoveryCodesLeft` as `recovery codes left`. */
function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
