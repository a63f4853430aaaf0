import styled from 'styled-components';

/** Dark on light in every colour scheme: cameras read nothing else for sure. */
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
  /** One text of 0 and 1 a row. */
  rows: readonly string[];
  /** Says what it holds to who cannot see it. */
  label: string;
}

/** A QR code as a drawing. */
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
