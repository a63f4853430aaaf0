import { useState } from 'react';
import styled from 'styled-components';
import { ORIGINAL_VARIANT_NAME } from '../../contracts/variants/variant-results.ts';
import type { EditablePage } from '../../contracts/operators/page-builder.ts';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { openVariantInBuilder, VariantsDialog } from './variants-dialog.tsx';

const Switch = styled.select`
  max-width: 8rem;
  min-height: 2.25rem;
  font: inherit;
`;

interface Props {
  page: EditablePage;
  /** Whether there are unsaved changes. */
  changed: boolean;
  readOnly: boolean;
}

/** Lets the editor choose which variant of the page to edit, and opens the dialog with the page's variants. */
export function VariantChooser({ page, changed, readOnly }: Props) {
  const [isOpen, setOpen] = useState(false);
  const names = [ORIGINAL_VARIANT_NAME, ...(page.variants?.variants.map(({ name }) => name) ?? [])];
  return (
    <>
      {names.length > 1 && (
        <Switch
          aria-label="Layout"
          value={page.variant ?? ORIGINAL_VARIANT_NAME}
          onChange={({ target }) => openVariantInBuilder(page, target.value)}
        >
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Switch>
      )}
      {!readOnly && page.state !== 'built-in' && (
        <SmallButton $look="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Variants{page.variants?.running ? ' (running)' : ''}
        </SmallButton>
      )}
      {isOpen && <VariantsDialog page={page} changed={changed} onClose={() => setOpen(false)} />}
    </>
  );
}
