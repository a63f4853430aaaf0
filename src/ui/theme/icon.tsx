import styled from 'styled-components';
import type { IconName } from './icon-names.ts';

/** Line icons on a 24-pixel grid. */
const shapes: Readonly<Record<IconName, string>> = {
  home: 'M3 11 12 4l9 7M5.5 9.5V20h13V9.5M10 20v-6h4v6',
  key: 'M14.5 9.5a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM13.5 12.3 20 19m-3.2-.2 2-2',
  sign: 'M6 21V4m0 2h12v8H6M9 9h6m-6 2.5h4',
  chart: 'M4 20h16M6.5 20v-6M12 20V9m5.5 11V5',
  clock: 'M12 7v5l3.2 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  shield: 'M12 3.5 5 6v5.5c0 4.4 2.9 7.4 7 9 4.1-1.6 7-4.6 7-9V6l-7-2.5Zm-3 8.5 2.2 2.2L15.5 10',
  handshake: 'm3 11 4-5 5 2 5-2 4 5-8.5 7.5a1.5 1.5 0 0 1-2 0L3 11Zm9-3-3 4a1.7 1.7 0 0 0 2.6 2L14 12',
  map: 'M12 21s7-6.3 7-11.5a7 7 0 1 0-14 0C5 14.7 12 21 12 21Zm2.5-11.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Z',
  heart: 'M12 20S4 15 4 9.5A4.2 4.2 0 0 1 12 7.6a4.2 4.2 0 0 1 8 1.9C20 15 12 20 12 20Z',
  book: 'M4 5.5C7 4.5 10 5 12 6.5c2-1.5 5-2 8-1V19c-3-1-6-.5-8 1-2-1.5-5-2-8-1V5.5Zm8 1V20',
  document: 'M7 3.5h7l4 4V20.5H7v-17Zm7 0v4h4M10 12h5m-5 3.5h5',
  calculator:
    'M6 3.5h12v17H6v-17Zm2.5 3h7v3h-7v-3ZM9 13h.01M12 13h.01M15 13h.01M9 17h.01M12 17h.01M15 17h.01',
  camera: 'M4 8h3.5L9 5.5h6L16.5 8H20v11H4V8Zm11 5.5a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z',
  star: 'm12 4 2.4 5.1 5.6.7-4.1 3.9 1.1 5.6L12 16.5l-5 2.8 1.1-5.6L4 9.8l5.6-.7L12 4Z',
  phone:
    'M6 3.5h3l1.5 4.5-2 1.5a12 12 0 0 0 6 6l1.5-2 4.5 1.5v3a2 2 0 0 1-2 2C11 20 4 13 4 5.5a2 2 0 0 1 2-2Z',
  mail: 'M3.5 6h17v12h-17V6Zm0 .5L12 13l8.5-6.5',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  external: 'M14 5h5v5m0-5-8 8M11 6H6v12h12v-5',
  arrow: 'M4.5 12h15m-6-6 6 6-6 6',
  sofa: 'M5 11V8a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v3M3.5 11.5a1.5 1.5 0 0 1 3 0V14h11v-2.5a1.5 1.5 0 0 1 3 0V18h-17v-6.5ZM6 18v2m12-2v2',
  tree: 'M12 21v-6m0 0c-4 0-6-2.2-6-5a4 4 0 0 1 2-3.5A4 4 0 0 1 12 3a4 4 0 0 1 4 3.5A4 4 0 0 1 18 10c0 2.8-2 5-6 5Zm0-2 2.5-2.5',
  search: 'm20 20-4.5-4.5M17.5 10.5a7 7 0 1 1-14 0 7 7 0 0 1 14 0Z',
  people: 'M12 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-6.5 8c.5-3.5 3-5.5 6.5-5.5s6 2 6.5 5.5h-13Z',
};

const Line = styled.svg`
  flex: none;
  fill: none;
  stroke: currentColor;
  stroke-width: 1.6;
  stroke-linecap: round;
  stroke-linejoin: round;
`;

/** A decorative icon; the text beside it must convey the meaning. The size is in CSS pixels. */
export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  return (
    <Line viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
      <path d={shapes[name]} />
    </Line>
  );
}
