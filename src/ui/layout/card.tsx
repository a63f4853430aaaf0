import styled from 'styled-components';

/** The title of a card, as an `h3` with the font size that the theme gives third-level headings. */
export const CardTitle = styled.h3`
  font-size: ${({ theme }) => theme.type.h3};
`;

/** A list whose items begin with a check mark in the accent color instead of a bullet. */
export const CheckmarkList = styled.ul.attrs({ role: 'list' })`
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
