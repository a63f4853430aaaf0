import styled from 'styled-components';

/** A note that warns visitors that content is not real yet, such as "Sample figures until dated and sourced". */
export const SampleNote = styled.p.attrs({ role: 'note' })`
  display: inline-block;
  padding: 0.3rem 0.7rem;
  border: 1px dashed ${({ theme }) => theme.color.inkSoft};
  border-radius: ${({ theme }) => theme.radius.s};
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
  line-height: 1.4;
`;
