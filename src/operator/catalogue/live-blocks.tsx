import { Link } from 'react-router-dom';
import type { BlockRow } from '../../contracts/operators/block-catalogue.ts';
import { ErrorState } from '../parts/states/error-state.tsx';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { blockPath } from './block-path.ts';
import { LiveBlock } from './live-block.tsx';
import { useBlock } from './use-block.ts';
import { useLiveChoices } from './use-live-choices.tsx';

/** Live views of several blocks, one below the other, all with the same kind of content. */
export function LiveBlocks({ blocks }: { blocks: readonly BlockRow[] }) {
  const { buttons, ...choices } = useLiveChoices();
  return (
    <>
      <div>{buttons}</div>
      {blocks.map((row) => (
        <Loaded key={row.id} row={row} {...choices} />
      ))}
    </>
  );
}

type Choices = Omit<ReturnType<typeof useLiveChoices>, 'buttons'>;

function Loaded({ row: { id, title }, ...choices }: Choices & { row: BlockRow }) {
  const { data, error, refetch } = useBlock(id);
  if (error)
    return <ErrorState title={`Failed to load ${title}`} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={`Loading ${title}…`} />;
  return <LiveBlock data={data} {...choices} actions={<Link to={blockPath(id)}>Fields and pages</Link>} />;
}
