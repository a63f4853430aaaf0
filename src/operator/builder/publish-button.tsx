import { useGetPuck } from '@puckeditor/core';
import { use, useState } from 'react';
import styled from 'styled-components';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { SmallButton } from '../parts/small-button.tsx';
import { CanvasIsBehind, useCanvasState } from './editor-context.ts';
import { unwrittenTexts } from './example-texts.ts';
import { placementFaults } from './section-faults.ts';

interface Props {
  label: string;
  busy: boolean;
  disabled: boolean;
  onPublish: () => void;
}

interface Doubts {
  /** Sections that visitors would not see, because a value that they need is missing. */
  unseen: readonly string[];
  /** Sections with texts that nobody has written yet. */
  unwritten: readonly string[];
}

const NO_DOUBTS: Doubts = { unseen: [], unwritten: [] };

/** Publishes the page. Asks first if visitors would not see a section, or would see a text that is only an example. */
export function PublishButton({ label, busy, disabled, onPublish }: Props) {
  const getPuck = useGetPuck();
  const canvas = useCanvasState();
  const { placements, blocks, keyOf } = canvas;
  const isBehind = use(CanvasIsBehind);
  const [{ unseen, unwritten }, setDoubts] = useState(NO_DOUBTS);
  const findDoubts = (): Doubts => {
    const found = getPuck().appState.data.content.flatMap(({ type, props }) => {
      const block = blocks.get(type);
      if (!block || props['_hidden'] === true) return [];
      const key = keyOf(props.id, type);
      return [{ key, name: `${block.title} (${key})`, type, texts: unwrittenTexts(props, block.fields) }];
    });
    return {
      unseen: found
        .filter(({ key }) => !isBehind && !placements.has(key))
        .map(({ key, name, type }) => [name, ...placementFaults(canvas, key, type)].join(': ')),
      unwritten: found
        .filter(({ texts }) => texts.length > 0)
        .map(({ name, texts }) => `${name}: ${texts.join(', ')}`),
    };
  };
  const publish = () => {
    setDoubts(NO_DOUBTS);
    onPublish();
  };
  return (
    <>
      <SmallButton
        disabled={disabled}
        aria-busy={busy}
        onClick={() => {
          const found = findDoubts();
          if (found.unseen.length + found.unwritten.length > 0) setDoubts(found);
          else publish();
        }}
      >
        {busy ? 'Saving…' : label}
      </SmallButton>
      <ConfirmDialog
        open={unseen.length + unwritten.length > 0}
        title={unseen.length > 0 ? 'Visitors will not see every section' : 'Visitors will see example text'}
        confirmLabel={`${label} anyway`}
        onConfirm={publish}
        onCancel={() => setDoubts(NO_DOUBTS)}
      >
        <Sections before="Something is missing:" sections={unseen} />
        <Sections before="These texts are still the example:" sections={unwritten} />
      </ConfirmDialog>
    </>
  );
}

const List = styled.div`
  & + & {
    margin-block-start: ${({ theme }) => theme.space.m};
  }
`;

function Sections({ before, sections }: { before: string; sections: readonly string[] }) {
  if (sections.length === 0) return null;
  return (
    <List>
      <p>{before}</p>
      <ul>
        {sections.map((section) => (
          <li key={section}>{section}</li>
        ))}
      </ul>
    </List>
  );
}
