/** Disables the forms of a preview, because they would send real leads. */
export function disableForms(): void {
  addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      showPreviewNotice('Forms send nothing in a preview.');
    },
    { capture: true },
  );
}

/**
 * Makes the browser load links as documents. The application would show the linked page without leaving the preview's
 * URL.
 */
export function openLinksAsDocuments(): void {
  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('#root a[href]') : null;
      // A link to a section scrolls within the page.
      if (link && !link.getAttribute('href')?.startsWith('#')) event.stopPropagation();
    },
    { capture: true },
  );
}

/** Shows a short notice in the preview bar. */
export function showPreviewNotice(text: string): void {
  const note = document.getElementById('preview-note');
  if (note) note.textContent = text;
}
