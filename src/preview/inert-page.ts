/** Prevents the forms of a preview from being submitted, because they would send real leads. Shows a notice instead. */
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
 * Makes the browser load linked pages as documents. The application would show them without leaving the preview's URL.
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
