import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short test files that run for a minute or more, because other files do the work, or because they wait. */
const LONG_FILES = new Set([
  'builder-tasks.test.ts',
  'comments.test.ts',
  'content-outages.test.ts',
  'crm-outage.test.ts',
  'forms-before-hydration.test.ts',
  'metrics.test.ts',
  'operator-screens.test.ts',
  'site.test.ts',
  'wordpress-connection.test.ts',
]);

/**
 * Starts the long files of each project first. Without the times of a run before, Vitest starts the largest ones first, so
 * a small file that runs for minutes would be the last one, and run alone.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    const isLong = ({ moduleId }: TestSpecification) => LONG_FILES.has(path.basename(moduleId));
    // `toSorted` keeps the order of files that compare equal.
    return [...byProject.values()].flatMap((sorted) =>
      sorted.toSorted((a, b) => Number(isLong(b)) - Number(isLong(a))),
    );
  }
}
