/** A native form control that holds a value. */
export type FormControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Saves the form fields inside an element before React hydrates it. If a browser extension or translation tool has
 * modified the HTML, React renders it again with empty fields. The returned function then restores the typed values and
 * the focus.
 */
export function preserveTypedValues(place: ParentNode): () => void {
  const saved = fieldsIn(place);
  const focused = document.activeElement;
  return () => {
    if (saved.every(({ field }) => field.isConnected)) return;
    const savedNow = fieldsIn(place);
    for (const each of saved) {
      const { field } = each;
      if (field.isConnected) continue;
      const isSame = ({ id, name }: FormControl) => id === field.id && name === field.name;
      // Generated ids differ in the new elements, but the order of the fields does not.
      const now =
        savedNow.find((other) => field.id !== '' && isSame(other.field))?.field ??
        alike(savedNow, each)[alike(saved, each).indexOf(each)]?.field;
      if (!now) continue;
      if (isControlDirty(field)) {
        if ('checked' in field && 'checked' in now) now.checked = field.checked;
        now.value = field.value;
        // Views that calculate from their fields listen for this event.
        now.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }
      if (field === focused && document.activeElement === document.body) now.focus();
    }
  };
}

/** A form field, and the id of the placement that it is in. */
interface SavedField {
  field: FormControl;
  placement: string | undefined;
}

function fieldsIn(place: ParentNode): SavedField[] {
  const fields = place.querySelectorAll<FormControl>(
    'form :is(input:not([type=hidden]), select, textarea)[name]',
  );
  return [...fields].map((field) => ({ field, placement: field.closest('[data-placement]')?.id }));
}

/** Returns the fields of the same name in the same placement, so that typed values never move to another one. */
function alike(fields: readonly SavedField[], { field: { name }, placement }: SavedField): SavedField[] {
  return fields.filter((each) => each.field.name === name && each.placement === placement);
}

/**
 * Whether a field differs from how it was rendered. The radio buttons of a group change together: if the visitor has
 * chosen one, this is true for all of them.
 */
export function isControlDirty(field: FormControl): boolean {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    // If no option has the `selected` attribute, browsers select the first one.
    const start = Math.max(
      0,
      options.findIndex(({ defaultSelected }) => defaultSelected),
    );
    return field.selectedIndex !== start;
  }
  if (field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox')) {
    return groupOf(field).some(({ checked, defaultChecked }) => checked !== defaultChecked);
  }
  return field.value !== field.defaultValue;
}

function groupOf(field: HTMLInputElement): HTMLInputElement[] {
  if (field.type !== 'radio') return [field];
  return [...(field.form?.elements ?? [])].filter(
    (each): each is HTMLInputElement =>
      each instanceof HTMLInputElement && each.type === 'radio' && each.name === field.name,
  );
}
