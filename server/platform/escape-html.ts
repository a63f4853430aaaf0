/** Escapes plain text for use in HTML, with the same entities that WordPress uses in titles. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&#038;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;');
}
