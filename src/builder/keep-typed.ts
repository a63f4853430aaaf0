type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Remembers the fields of the forms in a place before React takes its HTML over. Where a translator or an extension has
 * changed that, React writes it anew, with empty fields: the returned function puts in what was typed, and the focus.
 */
export function keepTyped(place: ParentNode): () => void {
  const fields = place.querySelectorAll<Control>('form[method=post] [id][name]');
  const focused = document.activeElement;
  return () => {
    for (const field of fields) {
      const now = !field.isConnected && document.getElementById(field.id);
      if (!now) continue;
      if (isChanged(field)) {
        Object.assign(now, 'checked' in field ? { checked: field.checked } : {}, { value: field.value });
      }
      if (field === focused && document.activeElement === document.body) now.focus();
    }
  };
}

function isChanged(field: Control): boolean {
  if ('selectedOptions' in field) return !field.selectedOptions[0]?.defaultSelected;
  return field.value !== field.defaultValue || ('checked' in field && field.checked !== field.defaultChecked);
}
