/** How something stands, in the order of worry. */
export type StatusKind = 'ok' | 'warn' | 'fail';

/** Text colours of the three, by the colour scheme; each has at least 4.5 : 1 on paper and on surface. */
export const statusColors: Readonly<Record<StatusKind, string>> = {
  ok: 'light-dark(#2a6840, #93d3a2)',
  warn: 'light-dark(#855400, #f0c36a)',
  fail: 'light-dark(#a3201b, #ffa294)',
};
