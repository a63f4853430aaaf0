import styled from 'styled-components';
import type { Editing } from '../../contracts/operators/page-lock.ts';

const Line = styled.p`
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
  a {
    display: inline-flex;
    align-items: center;
    min-height: 1.5rem;
    margin-inline-start: 0.5rem;
  }
`;

/**
 * Shows the name that WordPress records for changes. The link opens in a new tab, so that the open page keeps its
 * state.
 */
export function WorkingAs({ editing: { name, isOwn } }: { editing: Editing }) {
  if (name === null) return null;
  return (
    <Line>
      {isOwn ? `You work as ${name} in WordPress.` : `Changes are made under the shared account “${name}”.`}
      {!isOwn && (
        <a href="/admin/account" target="_blank" rel="noopener">
          Work as yourself in WordPress
        </a>
      )}
    </Line>
  );
}
