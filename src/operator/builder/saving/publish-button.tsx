import { useGetPuck } from '@puckeditor/core';
import { use, useState } from 'react';
import styled from 'styled-components';
import type { FieldLocation } from '../../../contracts/preview.ts';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { SmallButton } from '../../parts/controls/small-button.tsx';
import { CanvasIsBehindContext, useCanvasState } from '../editor-context.ts';
import { sectionWarnings, type SectionWarning } from '../fields/section-warnings.ts';
import { useFocusField } from '../canvas/field-focus-store.ts';

interface Props {
  label: string;
  busy: boolean;
  disabled: boolean;
  onPublish: () => void;
}

/** The kinds of warnings, most important first. */
const KINDS: readonly { kind: SectionWarning['kind']; title: string; before: string }[] = [
  { kind: 'unseen', title: 'Visitors will not see every section', before: 'Something is missing:' },
  {
    kind: 'empty',
    title: 'Visitors will see an empty section',
    before: 'Visitors would see only a heading, because nothing is below it:',
  },
  {
    kind: 'example',
    title: 'Visitors will see example text',
    before: 'These are still the example:',
  },
];

/**
 * A button that publishes the page. It asks for confirmation if a section would be invisible, empty, or still an
 * example.
 */
export function PublishButton({ label, busy, disabled, onPublish }: Props) {
  const getPuck = useGetPuck();
  const canvas = useCanvasState();
  const showField = useFocusField();
  const isBehind = use(CanvasIsBehindContext);
  const [warnings, setWarnings] = useState<readonly SectionWarning[]>([]);
  const publish = () => {
    setWarnings([]);
    onPublish();
  };
  const lead = (target: FieldLocation) => {
    setWarnings([]);
    showField(target);
  };
  const first = KINDS.find(({ kind }) => warnings.some((warning) => warning.kind === kind));
  const target = warnings.find(({ kind }) => kind === first?.kind)?.target;
  return (
    <>
      <SmallButton
        disabled={disabled}
        aria-busy={busy}
        onClick={() => {
          const found = sectionWarnings(getPuck().appState.data.content, canvas, isBehind);
          if (found.length > 0) setWarnings(found);
          else publish();
        }}
      >
        {busy ? 'Saving…' : label}
      </SmallButton>
      <ConfirmDialog
        open={first !== undefined}
        title={first?.title ?? ''}
        confirmLabel={`${label} anyway`}
        onConfirm={publish}
        onCancel={() => setWarnings([])}
        {...(target ? { more: { label: 'Show me', act: () => lead(target) } } : {})}
      >
        {KINDS.map(({ kind, before }) => (
          <Warnings
            key={kind}
            before={before}
            warnings={warnings.filter((warning) => warning.kind === kind)}
            onLead={lead}
          />
        ))}
      </ConfirmDialog>
    </>
  );
}

const List = styled.div`
  & + & {
    margin-block-start: ${({ theme }) => theme.space.m};
  }
  li button {
    padding: 0.2rem 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    text-align: start;
    vertical-align: top;
    text-decoration: underline;
    cursor: pointer;
  }
`;

interface WarningsProps {
  before: string;
  warnings: readonly SectionWarning[];
  onLead: (target: FieldLocation) => void;
}

/** Lists the warnings of one kind, with a link to the section for each. */
function Warnings({ before, warnings, onLead }: WarningsProps) {
  if (warnings.length === 0) return null;
  return (
    <List>
      <p>{before}</p>
      <ul>
        {warnings.map(({ place, detail, target }) => (
          <li key={place + detail}>
            <button type="button" onClick={() => onLead(target)}>
              {[place, ...(detail === '' ? [] : [detail])].join(': ')}
            </button>
          </li>
        ))}
      </ul>
    </List>
  );
}
