import type { SiteSettings } from '../../contracts/site-settings.ts';

/** Simplified logos of the networks, drawn on a 24-pixel grid. */
const marks = {
  Facebook:
    'M13.5 21v-7.5H16l.5-3h-3V8.7c0-.9.4-1.7 1.7-1.7h1.4V4.3S15.4 4 14.2 4c-2.5 0-4 1.5-4 4.2v2.3H7.5v3h2.7V21h3.3Z',
  Instagram:
    'M8 3.5h8A4.5 4.5 0 0 1 20.5 8v8a4.5 4.5 0 0 1-4.5 4.5H8A4.5 4.5 0 0 1 3.5 16V8A4.5 4.5 0 0 1 8 3.5Zm0 2A2.5 2.5 0 0 0 5.5 8v8A2.5 2.5 0 0 0 8 18.5h8a2.5 2.5 0 0 0 2.5-2.5V8A2.5 2.5 0 0 0 16 5.5H8Zm4 2.5a4 4 0 1 1 0 8 4 4 0 0 1 0-8Zm0 2a2 2 0 1 0 0 4 2 2 0 0 0 0-4Zm4.250-2.9a.9.9 0 1 1 0 1.8.9.9 0 0 1 0-1.8Z',
  LinkedIn:
    'M5 9.5h3V20H5V9.5Zm1.5-5a1.750 1.750 0 1 1 0 3.5 1.750 1.750 0 0 1 0-3.5ZM10 9.5h2.9v1.4c.5-.9 1.6-1.7 3.2-1.7 3.3 0 3.9 2.2 3.9 5V20h-3v-5.2c0-1.2 0-2.8-1.7-2.8s-2.2 1.3-2.2 2.7V20H10V9.5Z',
  YouTube:
    'M12 5.5c3 0 5.5.1 6.7.4a2.6 2.6 0 0 1 1.9 1.9c.3 1.2.4 2.7.4 4.2s-.1 3-.4 4.2a2.6 2.6 0 0 1-1.9 1.9c-1.2.3-3.7.4-6.7.4s-5.5-.1-6.7-.4a2.6 2.6 0 0 1-1.9-1.9C3.1 15 3 13.5 3 12s.1-3 .4-4.2a2.6 2.6 0 0 1 1.9-1.9c1.2-.3 3.7-.4 6.7-.4ZM10.2 9v6l5.2-3-5.2-3Z',
} as const;

/** A social network's logo. The link around it provides the accessible name. */
export function SocialIcon({ name }: { name: SiteSettings['social'][number]['name'] }) {
  return (
    <svg viewBox="0 0 24 24" width={20} height={20} fill="currentColor" aria-hidden="true" focusable="false">
      <path d={marks[name]} fillRule="evenodd" />
    </svg>
  );
}
