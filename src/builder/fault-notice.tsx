import styled from 'styled-components';
import type { ResolvedPlacement } from '../contracts/placement.ts';

const Notice = styled.div`
  margin: ${({ theme }) => theme.space.m};
  padding: ${({ theme }) => theme.space.m};
  border: 2px dashed ${({ theme }) => theme.color.accent};
  border-radius: ${({ theme }) => theme.radius.m};
  background: ${({ theme }) => theme.color.surface};
  color: ${({ theme }) => theme.color.ink};
  font-size: ${({ theme }) => theme.type.small};
`;

/** Lists the faults of a placement for people who can fix them. Visitors never see the list. */
export function FaultNotice({ placement, messages }: { placement: ResolvedPlacement; messages: string[] }) {
  return (
    <Notice role="note" data-fault={placement.key}>
      <strong>
        {placement.key} ({placement.block})
      </strong>
      <ul>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </Notice>
  );
}
