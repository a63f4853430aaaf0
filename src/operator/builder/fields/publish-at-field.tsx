import { useId } from 'react';
import { localTimeToEpochMs, zonedTime } from '../../../builder/time-zones.ts';
import type { PageSettings } from '../../../contracts/operators/page-settings.ts';
import { useDateInput } from '../../parts/controls/use-date-input.ts';
import { DialogFault, LabeledControl } from '../../parts/dialogs/form-dialog.tsx';
import { useNow } from '../../use-now.ts';
import { useOperatorData } from '../../use-operator-data.ts';

/**
 * The result of the input. `unusable` means incomplete or in the past. `publishAt` is in ISO 8601, or null for no
 * schedule.
 */
export type PublishAtChange = 'unchanged' | 'unusable' | { publishAt: string | null };

interface Props {
  publishing: NonNullable<PageSettings['publishing']>;
  onChange: (at: PublishAtChange) => void;
}

/** An input for the time at which the page is published automatically, in the time zone of the site. */
export function PublishAtField({ publishing, onChange }: Props) {
  const id = useId();
  const { timeZone } = useOperatorData();
  const now = useNow();
  const before = 'at' in publishing && publishing.at !== null ? localTime(publishing.at, timeZone) : '';
  const hasPassed = (moment: string) => localTimeToEpochMs(moment, timeZone) <= now;
  const input = useDateInput('datetime-local', before, (moment) => {
    if (moment === before) onChange('unchanged');
    else if (moment === '') onChange({ publishAt: null });
    else if (moment === null || hasPassed(moment)) onChange('unusable');
    else onChange({ publishAt: new Date(localTimeToEpochMs(moment, timeZone)).toISOString() });
  });
  if ('reason' in publishing) return <p>The page cannot be scheduled. {publishing.reason}</p>;
  const { text } = input;
  const isPast = text !== '' && text !== before && hasPassed(text);
  const fault = isPast ? 'This time has passed.' : input.fault;
  return (
    <div>
      <LabeledControl>
        Publish at
        <input {...input.inputProps} aria-invalid={fault !== null} aria-describedby={`${id}-note`} />
      </LabeledControl>
      <div id={`${id}-note`} role="status">
        {fault !== null ? (
          <DialogFault>{fault}</DialogFault>
        ) : (
          <small>
            In the site’s time zone ({timeZone}).{' '}
            {text === ''
              ? 'Left empty, the page waits until somebody publishes it.'
              : 'Until then, visitors do not see the page.'}
          </small>
        )}
      </div>
    </div>
  );
}

/** Formats an instant as a local time in this time zone, such as `2026-12-24T18:00`. */
function localTime(instant: string, timeZone: string): string {
  const at = zonedTime(Date.parse(instant), timeZone).toPlainDateTime();
  return at.toString({ smallestUnit: 'minute' });
}
