import styled from 'styled-components';
import { CopyButton } from '../controls/copy-button.tsx';
import { ScrollingCode } from './scrolling-code.tsx';

const Box = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 0.5rem;
  > :last-child {
    justify-self: end;
  }
`;

/** A block of code with a copy button. */
export function CodeBlock({ code, what }: { code: string; what: string }) {
  return (
    <Box>
      <ScrollingCode code={code} what={what} />
      <div>
        <CopyButton text={code} what={what} />
      </div>
    </Box>
  );
}
