import { useId, useState } from 'react';
import { localTimeToEpochMs, zonedTime } from '../../../builder/time-zones.ts';
import type { PageSettings } from '../../../contracts/operators/page-settings.ts';
import { DialogFault, DialogField } from '../../parts/dialogs/form-dialog.tsx';
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

/** An input for the time at which WordPress publishes the page automatically. */
export function PublishAtField({ publishing, onChange }: Props) {
  const id = useId();
  const { timeZone } = useOperatorData();
  const now = useNow();
  const before = 'at' in publishing && publishing.at !== null ? localTime(publishing.at, timeZone) : '';
  const [local, setLocal] = useState(before);
  const [isPartial, setPartial] = useState(false);
  if ('reason' in publishing) return <p>The page cannot be scheduled. {publishing.reason}</p>;
  const isPast = local !== '' && local !== before && localTimeToEpochMs(local, timeZone) <= now;
  const change = ({ value, validity }: HTMLInputElement) => {
    setLocal(value);
    setPartial(validity.badInput);
    if (validity.badInput || (value !== '' && localTimeToEpochMs(value, timeZone) <= now))
      onChange('unusable');
    else if (value === before) onChange('unchanged');
    else {
      const at = value === '' ? null : new Date(localTimeToEpochMs(value, timeZone)).toISOString();
      onChange({ publishAt: at });
    }
  };
  return (
    <div>
      <DialogField>
        Publish at
        <input
          type="datetime-local"
          // Without a maximum, browsers accept years of more than four digits.
          max="9999-12-31T23:59"
          value={local}
          aria-invalid={isPast || isPartial}
          aria-describedby={`${id}-note`}
          onChange={({ target }) => change(target)}
        />
      </DialogField>
      <div id={`${id}-note`} role="status">
        {isPast || isPartial ? (
          <DialogFault>{isPast ? 'This time has passed.' : 'Enter both the date and the time.'}</DialogFault>
        ) : (
          <small>
            In the site’s time zone ({timeZone}).{' '}
            {local === ''
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
