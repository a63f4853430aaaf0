import { useEffect, useRef } from 'react';
import styled from 'styled-components';
import { Button, ButtonRow } from '../../ui/form/button.tsx';
import { CopyButton } from '../parts/controls/copy-button.tsx';
import { SmallButton } from '../parts/controls/small-button.tsx';

const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr));
  gap: 0.25rem 1.5rem;
  padding: 0;
  list-style: none;
  font-family: ${({ theme }) => theme.font.mono};
  font-size: 1.0625rem;
`;

/** Shows new recovery codes. They cannot be shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const start = useRef<HTMLParagraphElement>(null);
  useEffect(() => start.current?.focus(), []);
  return (
    <>
      <p ref={start} tabIndex={-1}>
        <strong>Keep these recovery codes.</strong> Each signs you in once when your phone is gone. They are
        not shown again.
      </p>
      <List aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </List>
      <ButtonRow>
        <CopyButton text={codes.join('\n')} what="recovery codes" />
        <SmallButton $look="outline" onClick={() => window.print()}>
          Print
        </SmallButton>
      </ButtonRow>
      <Button type="button" onClick={onDone}>
        I have kept them
      </Button>
    </>
  );
}
