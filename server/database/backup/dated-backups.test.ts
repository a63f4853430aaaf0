import { expect, it } from 'vitest';
import { datedBackupName, outdatedBackups } from './dated-backups.ts';

const at = (time: string) => datedBackupName(new Date(time));

it('a backup is named after its time in UTC', () => {
  expect(at('2026-11-28T02:30:00.000+01:00')).toBe('lintel-2026-11-28T013000Z.backup.gz');
});

it('only our own files are outdated, and the newest are not', () => {
  const names = [at('2026-01-02T03:04:05Z'), at('2025-12-31T23:59:59Z'), at('2026-01-02T03:04:06Z')];
  const others = [
    'lintel.sqlite',
    'before-the-move.backup.gz',
    'lintel-2020-01-01T000000Z.backup.gz.partial',
  ];
  expect(outdatedBackups([...names, ...others], 2)).toEqual(['lintel-2025-12-31T235959Z.backup.gz']);
  expect(outdatedBackups([...names, ...others], 3)).toEqual([]);
});
