import styled from 'styled-components';

const Line = styled.p`
  display: flex;
  align-items: center;
  gap: 0.75rem;
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
  font-weight: 620;
`;

const Beams = styled.span`
  display: flex;
  gap: 0.3rem;
`;

const Beam = styled.span<{ $done: boolean }>`
  width: 2.25rem;
  height: 6px;
  border: 1px solid ${({ theme }) => theme.color.accent};
  border-radius: 2px;
  background: ${({ theme, $done }) => ($done ? theme.color.accent : 'transparent')};
  @media (forced-colors: active) {
    border-color: CanvasText;
    background: ${({ $done }) => ($done ? 'CanvasText' : 'Canvas')};
  }
`;

/** How far a visitor is in a form of several steps. */
export function StepLine({ step, of }: { step: number; of: number }) {
  return (
    <Line>
      <Beams aria-hidden="true">
        {Array.from({ length: of }, (_, index) => (
          <Beam key={index} $done={index < step} />
        ))}
      </Beams>
      Step {step} of {of}
    </Line>
  );
}
