import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import styled from 'styled-components';
import { exampleNames, type CatalogueBlock, type ExampleName } from '../../contracts/block-catalogue.ts';
import { BlockFields } from '../catalogue/block-fields.tsx';
import { BlockFrame, type Colors } from '../catalogue/block-frame.tsx';
import { BlockUses } from '../catalogue/block-uses.tsx';
import { ChoiceRow } from '../parts/choice-row.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { ErrorState } from '../parts/error-state.tsx';
import { LoadingState } from '../parts/loading-state.tsx';
import { PageIntro } from '../parts/page-intro.tsx';
import { Panel, PanelGrid } from '../parts/panel.tsx';
import { request } from '../request.ts';
import { useOperatorData } from '../use-operator-data.ts';

const Choices = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.75rem;
`;

const WIDTHS = [360, 768, 1440] as const;
type Width = (typeof WIDTHS)[number];
const COLORS: readonly Colors[] = ['light', 'dark'];

const CONTENTS: Readonly<Record<ExampleName, readonly [label: string, words: string]>> = {
  example: ['Example', 'With all that it needs.'],
  empty: ['Empty', 'As it is when it was just added, with its default values only.'],
  longest: ['Longest', 'With long texts and as many rows as the fields allow.'],
  invalid: ['Invalid', 'With values that do not fit. Visitors see the built-in or default value instead.'],
};
const CONTENT_OPTIONS = exampleNames.map((name) => [name, CONTENTS[name][0]] as const);
const WIDTH_OPTIONS = WIDTHS.map((width) => [width, `${width} px`] as const);
const COLOR_OPTIONS = [
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

/** One block of the catalogue: live with each example content, with its fields and the pages that use it. */
export default function BlockScreen() {
  const { id = '' } = useParams();
  const { siteName } = useOperatorData();
  const { data, error, refetch } = useQuery({
    queryKey: ['blocks', id],
    queryFn: () => request<CatalogueBlock>(`/api/admin/blocks/block?id=${encodeURIComponent(id)}`),
    staleTime: 0,
  });
  const title = data?.block.title;
  useEffect(() => {
    if (title !== undefined) document.title = `${title} | ${siteName}`;
  }, [title, siteName]);
  return (
    <>
      <PageIntro actions={<Link to="/admin/blocks">All blocks</Link>}>
        {data?.block.description ?? 'A block of the catalogue.'}
      </PageIntro>
      {error && <ErrorState title="Failed to load the block" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState label="Loading the block…" />}
      {data && (
        <PanelGrid $columns="one">
          <LiveBlock data={data} />
          <Panel title="Fields">
            <BlockFields block={data.block} />
          </Panel>
          <Panel title="Where it is used">
            <BlockUses uses={data.uses} />
          </Panel>
        </PanelGrid>
      )}
    </>
  );
}

function LiveBlock({ data }: { data: CatalogueBlock }) {
  const { block, examples, site } = data;
  const [search, setSearch] = useSearchParams();
  const name = exampleNames.find((each) => each === search.get('content')) ?? 'example';
  const width = WIDTHS.find((each) => String(each) === search.get('width')) ?? usualWidth();
  const colors = COLORS.find((each) => each === search.get('colors')) ?? 'light';
  const choose = (parameter: string) => (value: string | number) => {
    const next = new URLSearchParams(search);
    next.set(parameter, String(value));
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  const { placement, faults } = examples[name];
  const [label, words] = CONTENTS[name];
  return (
    <Panel title={block.title} actions={<code>{block.id}</code>}>
      <Choices>
        <ChoiceRow label="Content" value={name} options={CONTENT_OPTIONS} onChange={choose('content')} />
        <ChoiceRow label="Width" value={width} options={WIDTH_OPTIONS} onChange={choose('width')} />
        <ChoiceRow label="Colors" value={colors} options={COLOR_OPTIONS} onChange={choose('colors')} />
      </Choices>
      <p role="status">{words} Links and forms lead nowhere here.</p>
      {placement ? (
        <BlockFrame
          title={`${block.title}, ${label.toLowerCase()}`}
          placement={placement}
          site={site}
          width={width}
          colors={colors}
        />
      ) : (
        <EmptyState title="Visitors see nothing of this section">
          {faults.length > 0 ? 'A value that it needs is missing.' : 'It has nothing to show here.'}
        </EmptyState>
      )}
      {faults.length > 0 && (
        <>
          <h3>What an editor is told</h3>
          <ul>
            {faults.map(({ field, message }) => (
              <li key={`${field} ${message}`}>
                <strong>{block.fields[field]?.label ?? field}</strong>: {message}
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

/** The initial width: of the three, the one that fits the operator's screen best. */
function usualWidth(): Width {
  return window.innerWidth < 768 ? 360 : window.innerWidth < 1200 ? 768 : 1440;
}
