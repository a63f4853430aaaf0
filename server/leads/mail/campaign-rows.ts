import { clickIdNames, utmNames } from '../../../src/leads/attribution.ts';
import { z } from 'zod';
import type { MailLine } from './mail-text.ts';
import { oneLine } from './one-line.ts';

const touch = z.record(z.string(), z.string());
const attribution = z.object({ first: touch, last: touch });
type Touch = z.infer<typeof touch>;

/** Advertising networks by the click id they add to a link. */
const NETWORKS = {
  gclid: 'Google Ads',
  gbraid: 'Google Ads',
  wbraid: 'Google Ads',
  fbclid: 'Facebook',
} as const;

/** How a visitor found the site, from a lead's stored attribution; nothing where it says nothing. */
export function campaignRows(stored: string | null): (readonly [string, MailLine])[] {
  const parsed = attribution.safeParse(readJson(stored));
  if (!parsed.success) return [];
  const first = touchWords(parsed.data.first);
  const last = touchWords(parsed.data.last);
  if (first === '' && last === '') return [];
  if (first === '' || first === last) return [['Campaign', { text: last }]];
  if (last === '') return [['Campaign', { text: first }]];
  return [
    ['First came by', { text: first }],
    ['Last came by', { text: last }],
  ];
}

function touchWords(given: Touch): string {
  const campaign = utmNames.flatMap((name) => oneLine(given[name] ?? '', 80) || []).join(' / ');
  const network = clickIdNames.find((name) => given[name]);
  const paid = network && !campaign ? NETWORKS[network] : '';
  const referrer = oneLine(given['referrer'] ?? '', 120);
  const landing = oneLine(given['landing'] ?? '', 120);
  const from = campaign || paid || referrer;
  return from && landing ? `${from}, first page ${landing}` : from;
}

function readJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
