import styled from 'styled-components';

/** Cards side by side; as many in a row as have room. The least width of a card is `$min`, in rem. */
export const CardGrid = styled.ul.attrs({ role: 'list' })<{ $min?: number }>`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, ${({ $min = 17 }) => $min}rem), 1fr));
  gap: ${({ theme }) => theme.space.l} ${({ theme }) => theme.space.m};
`;

/** One card. */
export const Card = styled.li`
  display: flex;
  flex-direction: column;
  gap: ${({ theme }) => theme.space.s};
  padding: ${({ theme }) => theme.space.l};
  border: 1px solid ${({ theme }) => theme.color.line};
  border-radius: ${({ theme }) => theme.radius.m};
  background: ${({ theme }) => theme.color.surface};
  break-inside: avoid;
`;

/** A card's title. */
export const CardTitle = styled.h3`
  font-size: ${({ theme }) => theme.type.h3};
`;

/** A list with check marks. */
export const CheckList = styled.ul.attrs({ role: 'list' })`
  display: grid;
  gap: 0.55rem;
  li {
    display: grid;
    grid-template-columns: 1.25rem 1fr;
    gap: 0.6rem;
    align-items: baseline;
  }
  li::before {
    content: '';
    width: 0.55rem;
    height: 1rem;
    margin-inline-start: 0.25rem;
    border: solid ${({ theme }) => theme.color.accent};
    border-width: 0 2px 2px 0;
    rotate: 40deg;
    translate: 0 -0.05rem;
  }
`;
