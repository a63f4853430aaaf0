import styled from 'styled-components';
import { errorMessage } from './error-message.ts';
import { SmallButton } from '../controls/small-button.tsx';
import { statusColors } from '../../../contracts/brand.ts';
import { StatusLine } from './status-line.tsx';

const Box = styled.div`
  padding: ${({ theme }) => theme.space.m};
  border: 1px solid ${({ theme }) => theme.color.line};
  border-inline-start: 5px solid ${statusColors.fail};
  border-radius: ${({ theme }) => theme.radius.s};
  background: ${({ theme }) => theme.color.surface};
  p {
    margin-block: 0.4rem 0.9rem;
    overflow-wrap: anywhere;
  }
`;

interface Props {
  /** What failed, such as `Failed to load leads`. */
  title: string;
  error?: unknown;
  /** The label of the button. */
  retry?: 'Try again' | 'Reload';
  onRetry?: () => void;
}

/**
 * Reports what failed and why, with a button to try again if `onRetry` is set. Screen readers announce it when it
 * appears.
 */
export function ErrorState({ title, error, retry = 'Try again', onRetry }: Props) {
  return (
    <Box role="alert">
      <StatusLine state="fail">{title}</StatusLine>
      <p>{errorMessage(error)}</p>
      {onRetry && (
        <SmallButton $look="outline" onClick={onRetry}>
          {retry}
        </SmallButton>
      )}
    </Box>
  );
}
