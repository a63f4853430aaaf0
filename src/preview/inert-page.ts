/** Keeps the forms of a preview from sending anything: it would be a lead that nobody asked for. */
export function disableForms(): void {
  addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      say('Forms send nothing in a preview.');
    },
    { capture: true },
  );
}

/** Lets the browser open links as documents: the application would look for the page at its own address. */
export function openLinksAsDocuments(): void {
  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('#root a[href]') : null;
      // A link to a section stays on the page.
      if (link && !link.getAttribute('href')?.startsWith('#')) event.stopPropagation();
    },
    { capture: true },
  );
}

/** Shows a short notice in the bar. */
export function say(text: string): void {
  const note = document.getElementById('preview-note');
  if (note) note.textContent = text;
}
