import { useId, useState } from 'react';
import {
  LINK_START_PATTERN,
  INVALID_LINK_ADDRESS_MESSAGE_SUFFIX,
  MISSING_LINK_START_MESSAGE_SUFFIX,
  parseLinkAddress,
} from '../../../contracts/link-address.ts';
import { LabeledChoice, DialogFault, LabeledControl, FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { SmallButton } from '../../parts/controls/small-button.tsx';
import { LinkAddressInput } from '../fields/link-field.tsx';

/** The values of a link in formatted text. */
export interface TextLinkValues {
  /** Empty for a new link. */
  href: string;
  newTab: boolean;
  /** The text to insert as a link; null to link the text that is already there. */
  text: string | null;
}

interface Props {
  current: TextLinkValues;
  onSet: (link: TextLinkValues) => void;
  onRemove: () => void;
  onCancel: () => void;
}

/** A dialog for the address of a link in formatted text. It rejects addresses that would not work for visitors. */
export function LinkDialog({ current, onSet, onRemove, onCancel }: Props) {
  const id = useId();
  const [link, setLink] = useState(current);
  const [fault, setFault] = useState<string | null>(null);
  const isNew = current.href === '';
  const submit = () => {
    const href = link.href.trim();
    const found = addressFault(href);
    setFault(found);
    if (found === null) onSet({ ...link, href, text: link.text === null ? null : link.text.trim() || href });
  };
  return (
    <FormDialog
      title={isNew ? 'Add a link' : 'Change the link'}
      submitLabel={isNew ? 'Add the link' : 'Change the link'}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <div>
        <LabeledControl htmlFor={`${id}-url`}>
          Leads to
          <LinkAddressInput
            id={`${id}-url`}
            value={link.href}
            isFaulty={fault !== null}
            describedBy={`${id}-fault`}
            onChange={(href) => setLink({ ...link, href })}
          />
        </LabeledControl>
        <div id={`${id}-fault`} role="alert">
          {fault !== null && <DialogFault>{fault}</DialogFault>}
        </div>
      </div>
      {link.text !== null && (
        <LabeledControl>
          Text
          <input value={link.text} onChange={({ target }) => setLink({ ...link, text: target.value })} />
          <small>Left empty, the link shows its address.</small>
        </LabeledControl>
      )}
      <LabeledChoice>
        <input
          type="checkbox"
          checked={link.newTab}
          onChange={({ target }) => setLink({ ...link, newTab: target.checked })}
        />
        Opens in a new tab
      </LabeledChoice>
      {!isNew && (
        <div>
          <SmallButton $look="outline" onClick={onRemove}>
            Remove the link
          </SmallButton>
        </div>
      )}
    </FormDialog>
  );
}

function addressFault(address: string): string | null {
  if (address === '') return 'Enter where the link leads.';
  if (!parseLinkAddress(address)) return `“${address}” ${INVALID_LINK_ADDRESS_MESSAGE_SUFFIX}`;
  // Without a scheme or a slash, browsers would resolve the address relative to the current page.
  return LINK_START_PATTERN.test(address) ? null : `“${address}” ${MISSING_LINK_START_MESSAGE_SUFFIX}`;
}
