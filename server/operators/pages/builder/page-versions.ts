import { createHash } from 'node:crypto';
import PQueue from 'p-queue';
import type { Placement } from '../../../../src/contracts/layout.ts';
import type { SectionValues } from '../../../../src/contracts/operators/page-builder.ts';
import type { RawPage } from '../../../content/values/raw-page.ts';
import { isJsonObject, isUnset } from '../../../../src/builder/raw-value.ts';
import { serializeLayout } from './edited-page-store.ts';

type Version = Pick<RawPage, 'title' | 'status' | 'acf'>;

/**
 * Returns a hash of everything that the builder stores of a page. WordPress's modification times are not enough,
 * because they have a resolution of one second.
 */
export function pageDigest({ title, status, acf }: Version): string {
  const text = JSON.stringify(sorted([title, status, acf]));
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

interface Save {
  layout: readonly Placement[] | null;
  values: SectionValues;
  publish: boolean;
}

/**
 * Returns whether the stored page already contains all changes of a save. This is the case if the browser repeats a
 * save whose response was lost.
 */
export function isAlreadySaved({ status, acf }: Version, { layout, values, publish }: Save): boolean {
  if (publish && status !== 'publish') return false;
  if (layout && !isSame(parsed(acf.page_layout), parsed(serializeLayout(layout)))) return false;
  return Object.entries(values).every(
    ([id, value]) => isSame(acf[id], value) || (isUnset(acf[id]) && isUnset(value)),
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** Sorts the properties of objects, because WordPress does not preserve their order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  );
}

function parsed(layout: unknown): unknown {
  if (typeof layout !== 'string') return layout;
  try {
    return JSON.parse(layout);
  } catch {
    return layout;
  }
}

/**
 * Creates a function that runs the saves of a page one after another. Two concurrent saves could both pass the check
 * against `base`.
 */
export function createSaveQueues() {
  const queues = new Map<string, PQueue>();
  return async <Result>(at: string, save: () => Promise<Result>): Promise<Result> => {
    const queue = queues.get(at) ?? new PQueue({ concurrency: 1 });
    queues.set(at, queue);
    try {
      return await queue.add(save);
    } finally {
      if (queue.size === 0 && queue.pending === 0) queues.delete(at);
    }
  };
}
