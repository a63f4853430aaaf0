type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Saves the form fields inside an element before React hydrates it. If a browser extension or translation tool has
 * modified the HTML, React renders it again with empty fields. The returned function then restores the typed values and
 * the focus.
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
