import { useEffect } from 'react';
import { Link, useParams } from 'react-router-dom';
import { BlockFields } from '../catalogue/block-fields.tsx';
import { BlockUses } from '../catalogue/block-uses.tsx';
import { LiveBlock } from '../catalogue/live-block.tsx';
import { useBlock } from '../catalogue/use-block.ts';
import { useLiveChoices } from '../catalogue/use-live-choices.tsx';
import { ErrorState } from '../parts/states/error-state.tsx';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { PageIntro } from '../parts/text/page-intro.tsx';
import { Panel, PanelGrid } from '../parts/text/panel.tsx';
import { useOperatorData } from '../use-operator-data.ts';

/** One block of the catalogue: a live view with a choice of example contents, its fields, and the pages that use it. */
export default function BlockScreen() {
  const { id = '' } = useParams();
  const { siteName } = useOperatorData();
  const { data, error, refetch } = useBlock(id);
  const { buttons, ...choices } = useLiveChoices();
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
          <LiveBlock data={data} {...choices} actions={<code>{data.block.id}</code>}>
            {buttons}
          </LiveBlock>
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
