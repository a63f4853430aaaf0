import type { ReactNode } from 'react';
import type { CatalogueBlock, BlockExampleName } from '../../contracts/operators/block-catalogue.ts';
import { EmptyState } from '../parts/states/empty-state.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { BlockFrame, type ColorScheme } from './block-frame.tsx';

interface Props {
  data: CatalogueBlock;
  content: BlockExampleName;
  width: number;
  colors: ColorScheme;
  actions: ReactNode;
  /** Shown above the block. */
  children?: ReactNode;
}

/** Renders one block with one of its example contents, and lists the validation errors that an editor would see. */
export function BlockExamplePanel({ data, content, width, colors, actions, children }: Props) {
  const { block, examples, site } = data;
  const { placement, faults } = examples[content];
  return (
    <Panel title={block.title} actions={actions}>
      {children}
      {placement ? (
        <BlockFrame
          title={`${block.title}, ${content}`}
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
