/**
 * Icons for operator screens, on a 24-pixel grid. They are separate from the site's icons, which visitors download.
 */
const SHAPES = {
  add: 'M12 5v14M5 12h14',
  back: 'M19 12H5m6-6-6 6 6 6',
  bold: 'M7 5h6a3.5 3.5 0 0 1 0 7H7V5Zm0 7h7a3.5 3.5 0 0 1 0 7H7v-7Z',
  bulleted: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6 6 18',
  copy: 'M9 9h11v11H9V9ZM5 15H4V4h11v1',
  down: 'M12 5v14m6-6-6 6-6-6',
  duplicate: 'M9 9h11v11H9V9Zm5.5 3v5m-2.5-2.5h5M5 15H4V4h11v1',
  fields: 'M4 5h16v14H4V5Zm3 4h6m-6 3h10m-10 3h8',
  hide: 'm4 4 16 16M10 6.3A9.7 9.7 0 0 1 12 6c4.5 0 7.7 3 9 6a12 12 0 0 1-2.5 3.5M6.5 7.7A11 11 0 0 0 3 12c1.3 3 4.5 6 9 6a9.5 9.5 0 0 0 4-.9',
  hints: 'M9.5 18h5m-4 3h3M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3Z',
  history: 'M4 5v4.5h4.5M4.6 9.5A8 8 0 1 1 4 13m8-5v4.5l3 2',
  italic: 'M10 5h7M7 19h7M14 5l-4 14',
  left: 'M4 5h16v14H4V5Zm5.5 0v14',
  link: 'M10 13a5 5 0 0 0 7.5.5l3-3a5 5 0 0 0-7-7l-1.7 1.7M14 11a5 5 0 0 0-7.5-.5l-3 3a5 5 0 0 0 7 7l1.7-1.7',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  numbered:
    'M10 6h10M10 12h10M10 18h10M4.5 4.5 6 4v4M4.2 11.3c1.8-.8 2.3.4 1.4 1.4L4.2 14.5H6.3M4.3 16.7h2l-1 1.3c1.4 0 1.4 2-1.1 1.8',
  redo: 'M15 6l4 4-4 4M19 10H9.5a4.5 4.5 0 0 0 0 9H13',
  remove: 'M4.5 7h15M10 7V4h4v3m-7.5 0 1 13h9l1-13M10.5 11v5.5m3-5.5v5.5',
  right: 'M4 5h16v14H4V5Zm10.5 0v14',
  share:
    'M7 14.5a2.5 2.5 0 1 1 0-5 2.5 2.5 0 0 1 0 5Zm10-7a2.5 2.5 0 1 1 0-5 2.5 2.5 0 0 1 0 5Zm0 14a2.5 2.5 0 1 1 0-5 2.5 2.5 0 0 1 0 5ZM9.2 10.9l5.6-4.7m-5.6 6.9 5.6 4.7',
  show: 'M3 12c1.3-3 4.5-6 9-6s7.7 3 9 6c-1.3 3-4.5 6-9 6s-7.7-3-9-6Zm12 0a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z',
  template: 'M6 3h12v18l-6-4.5L6 21V3Z',
  text: 'M5 7V5h14v2M12 5v14m-3 0h6',
  underline: 'M7 4v7a5 5 0 0 0 10 0V4M6 20h12',
  undo: 'M9 6 5 10l4 4M5 10h9.5a4.5 4.5 0 0 1 0 9H11',
  up: 'M12 19V5m-6 6 6-6 6 6',
};

export type OperatorIconName = keyof typeof SHAPES;

/** A decorative icon without an accessible name, which the control around it must have. `size` is in CSS pixels. */
export function OperatorIcon({ name, size = 20 }: { name: OperatorIconName; size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2.6 : 1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={SHAPES[name]} />
    </svg>
  );
}
