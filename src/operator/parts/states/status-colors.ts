/** The kinds of status, from best to worst. */
export type StatusKind = 'ok' | 'warn' | 'fail';

/** The text color of each kind, by color scheme, with a contrast of at least 4.5 : 1 on paper and on surface. */
export const statusColors: Readonly<Record<StatusKind, string>> = {
  ok: 'light-dark(#2a6840, #93d3a2)',
  warn: 'light-dark(#855400, #f0c36a)',
  fail: 'light-dark(#a3201b, #ffa294)',
};
