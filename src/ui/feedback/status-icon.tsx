import styled from 'styled-components';

/** The kind of message that a status icon belongs to. */
export type StatusIconKind = 'success' | 'error' | 'info';

const shapes: Readonly<Record<StatusIconKind, string>> = {
  success: 'm7.5 12.5 3 3 6-7',
  error: 'M12 7v6m0 3.75v.01',
  info: 'M12 11v6m0-9.75v.01',
};

const Line = styled.svg`
  flex: none;
  fill: none;
  stroke: currentColor;
  stroke-width: 2;
  stroke-linecap: round;
  stroke-linejoin: round;
  /* SVGs keep their color in forced-colors mode, whatever the background. */
  @media (forced-colors: active) {
    stroke: CanvasText;
  }
`;

/** A round icon for a message. Its kind is recognizable without color. The size is in CSS pixels. */
export function StatusIcon({ kind, size = 24 }: { kind: StatusIconKind; size?: number }) {
  return (
    <Line viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
      <circle cx="12" cy="12" r="10" />
      <path d={shapes[kind]} />
    </Line>
  );
}
