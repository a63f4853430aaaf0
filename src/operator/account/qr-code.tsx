import styled from 'styled-components';

/** Dark on light in every color scheme: many cameras cannot read inverted codes. */
const Drawing = styled.svg`
  display: block;
  width: min(100%, 14rem);
  height: auto;
  padding: 0.5rem;
  border-radius: ${({ theme }) => theme.radius.s};
  background: #fff;
  fill: #000;
  shape-rendering: crispEdges;
  forced-color-adjust: none;
`;

interface Props {
  size: number;
  /** One string of 0s and 1s per row. */
  rows: readonly string[];
  /** Describes the content to screen readers. */
  label: string;
}

/** A QR code, drawn as SVG. */
export function QrCode({ size, rows, label }: Props) {
  const path = rows
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
    )
    .join('');
  return (
    <Drawing role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
      <path d={path} />
    </Drawing>
  );
}
