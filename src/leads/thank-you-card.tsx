import type { Ref, SubmitEvent } from 'react';
import styled from 'styled-components';
import { Button } from '../ui/button.tsx';
import { CardTitle } from '../ui/card.tsx';
import { Sign } from '../ui/sign.tsx';
import { FieldStack } from './form-shell.tsx';

const Head = styled.div`
  display: grid;
  grid-template-columns: auto 1fr;
  align-items: center;
  gap: 0.75rem;
  svg {
    color: ${({ theme }) => theme.color.accent};
  }
`;

const Received = styled.dl`
  display: grid;
  border-block-start: 3px solid ${({ theme }) => theme.color.accent};
  > div {
    display: grid;
    grid-template-columns: minmax(6rem, 1fr) minmax(0, 3fr);
    gap: 0.25rem 1rem;
    padding-block: 0.55rem;
    border-block-end: 1px solid ${({ theme }) => theme.color.line};
    @container (max-width: 30rem) {
      grid-template-columns: 1fr;
      gap: 0;
    }
  }
  dt {
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: ${({ theme }) => theme.type.small};
  }
  dd {
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
`;

interface Props {
  title: string;
  text: string;
  /** What was received, for the visitor to check. Empty values are left out. */
  received: readonly { label: string; value: string }[];
  /** Path of the page: where the button leads without script. */
  page: string;
  /** Back to the form, with script. */
  onAgain?: () => void;
  /** Its title, which takes the focus. */
  ref?: Ref<HTMLHeadingElement>;
}

/** The end of every form: thanks, what was received, and the way back to the form. */
export function ThankYouCard({ title, text, received, page, onAgain, ref }: Props) {
  const known = received.filter(({ value }) => value !== '');
  const again = (event: SubmitEvent) => {
    if (!onAgain) return;
    event.preventDefault();
    onAgain();
  };
  return (
    <FieldStack>
      <Head>
        <Sign kind="success" size={36} />
        <CardTitle ref={ref} tabIndex={-1}>
          {title}
        </CardTitle>
      </Head>
      <p>{text}</p>
      {known.length > 0 && (
        <Received>
          {known.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </Received>
      )}
      <form method="get" action={page} onSubmit={again}>
        <Button type="submit" $look="outline">
          Submit Another Request
        </Button>
      </form>
    </FieldStack>
  );
}
