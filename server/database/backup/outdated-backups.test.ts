import { expect, it } from 'vitest';
import { datedBackupName, outdatedBackupNames } from './outdated-backups.ts';

const at = (time: string) => datedBackupName(new Date(time));

it('a backup is named after its time in UTC', () => {
  expect(at('2026-11-28T02:30:00.000+01:00')).toBe('lintel-2026-11-28T013000Z.backup.gz');
});

it('only our own files are outdated, and the newest are not', () => {
  const names = [at('2026-01-02T03:04:05Z'), at('2025-12-31T23:59:59Z'), at('2026-01-02T03:04:06Z')];
  const others = ['lintel.sqlite', 'before-the-move.backup.gz', 'before-the-move.backup.gz.partial'];
  const now = new Date('2026-01-02T04:00:00Z');
  expect(outdatedBackupNames([...names, ...others], 2, now)).toEqual(['lintel-2025-12-31T235959Z.backup.gz']);
  expect(outdatedBackupNames([...names, ...others], 3, now)).toEqual([]);
});

it('partial files are outdated a day after their backup began', () => {
  const now = new Date('2026-01-02T04:00:00Z');
  const [killed, running] = [at('2026-01-01T03:59:59Z'), at('2026-01-01T04:00:01Z')];
  expect(outdatedBackupNames([`${killed}.partial`, `${running}.partial`], 3, now)).toEqual([
    `${killed}.partial`,
  ]);
});
