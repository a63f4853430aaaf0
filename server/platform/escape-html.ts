/** Escapes plain text for use in HTML, with the same entities that WordPress uses in titles. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&#038;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;');
}

/** Escapes plain text as HTML that is not in an attribute, as the REST format has titles and names. Quotes stay readable. */
export function escapeHtmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
