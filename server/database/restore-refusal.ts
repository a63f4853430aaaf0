/** The tables whose rows came from visitors: a restore replaces none of them by accident. */
export const dataTables = ['leads', 'submissions', 'consents', 'subscriptions'] as const;

/** Says that the target holds data, and how to restore all the same. */
export function dataRemains(target: string): Error {
  return new Error(
    `${target} holds leads. Nothing was changed. To replace them, add --replace: what is replaced is kept in a file.`,
  );
}
