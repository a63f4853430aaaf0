import styled from 'styled-components';
import type { ResolvedPlacement } from '../contracts/placement.ts';
import { PlacementView } from './placement-view.tsx';

/** Each region is a query container, so that blocks respond to its width instead of the window's. */
const Region = styled.div`
  container-type: inline-size;
`;

const WithAside = styled.div`
  max-width: calc(${({ theme }) => theme.width.page} + 2 * ${({ theme }) => theme.space.gutter});
  margin-inline: auto;
  @media (min-width: 64rem) {
    padding-inline: ${({ theme }) => theme.space.gutter};
    display: grid;
    grid-template-columns: 16rem minmax(0, 1fr);
    gap: ${({ theme }) => theme.space.xl};
  }
`;

/** Next to an aside, sections have no gutter, and a section with another background looks like a panel. */
const BesideAside = styled(Region)`
  @media (min-width: 64rem) {
    --section: 3.25rem;
    --gutter: 0px;
    --panel-gutter: 2.5rem;
    --panel-radius: ${({ theme }) => theme.radius.l};
    padding-block-end: ${({ theme }) => theme.space.xl};
  }
`;

const Aside = styled.aside`
  container-type: inline-size;
  padding: ${({ theme }) => theme.space.m} ${({ theme }) => theme.space.gutter};
  @media (min-width: 64rem) {
    padding: ${({ theme }) => theme.space.xl} 0;
    position: sticky;
    inset-block-start: 5.5rem;
    align-self: start;
  }
`;

/**
 * Renders a page's placements in order. With an aside, the first placement spans the full width, and the other
 * placements are beside the aside.
 */
export function PageView({ placements }: { placements: readonly ResolvedPlacement[] }) {
  const main = placements.filter((placement) => placement.region === 'main');
  const aside = placements.filter((placement) => placement.region === 'aside');
  const [first, ...rest] = main;
  const rows = (list: readonly ResolvedPlacement[]) =>
    list.map((placement) => (
      <PlacementView key={placement.key} placement={placement} first={placement === first} />
    ));
  if (aside.length === 0) return <Region>{rows(main)}</Region>;
  return (
    <>
      <Region>{first && rows([first])}</Region>
      <WithAside>
        <Aside>{rows(aside)}</Aside>
        <BesideAside>{rows(rest)}</BesideAside>
      </WithAside>
    </>
  );
}
