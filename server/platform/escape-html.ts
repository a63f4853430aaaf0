/** Escapes plain text for use in HTML, with the same entities that WordPress uses in titles. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&#038;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;');
}

/** Escapes plain text for HTML outside of attributes. Quotes stay as they are. */
export function escapeHtmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
