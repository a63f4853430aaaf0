import { Fragment } from 'react';
import styled from 'styled-components';
import { CopyButton } from '../controls/copy-button.tsx';

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.6rem;
  code {
    flex: 1 1 16rem;
    min-width: 0;
    padding: 0.6rem 0.8rem;
    border: 1px solid ${({ theme }) => theme.color.line};
    border-radius: ${({ theme }) => theme.radius.s};
    background: ${({ theme }) => theme.color.paper};
    font-size: 0.9375rem;
    overflow-wrap: anywhere;
  }
`;

/** A value with a copy button. `what` describes the value to screen readers, for example `webhook URL`. */
export function CopyableValue({ text, what }: { text: string; what: string }) {
  return (
    <Line>
      <code>
        {text.split(/(?<=\/)(?=\w)/).map((part, index) => (
          // `<wbr>` lets a long URL wrap between its parts.
          <Fragment key={`${index} ${part}`}>
            {index > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
      </code>
      <CopyButton text={text} what={what} />
    </Line>
  );
}
