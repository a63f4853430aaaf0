import styled from 'styled-components';
import { useOpenedPageData } from '../editor-context.ts';
import { UsedOnPages } from './used-on.tsx';

const Line = styled.p`
  margin: 0;
  padding: 0.35rem 1rem;
  border-block-end: 1px solid ${({ theme }) => theme.color.line};
  background: ${({ theme }) => theme.color.surface};
  font-size: ${({ theme }) => theme.type.small};
`;

/**
 * A bar above the canvas of a shared section or template, which explains what a change affects. Renders nothing for a
 * page.
 */
export function ReusableEntryBar() {
  const { page, uses } = useOpenedPageData();
  if (page.kind === 'page') return null;
  if (page.kind === 'template') {
    return (
      <Line>Template. Visitors do not see it, and pages that were made from it do not change with it.</Line>
    );
  }
  return (
    <Line>
      Shared section. <UsedOnPages uses={uses} />
      {uses.length > 0 && ' A change is seen on all of them.'}
    </Line>
  );
}
