/**
 * Returns lines of text as HTML paragraphs, as WordPress does: a blank line separates paragraphs, and a line break
 * becomes `<br>`. The text may contain inline elements. Does not escape it.
 */
export function textToHtmlParagraphs(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n\s*/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${part.replace(/[^\S\n]*\n[^\S\n]*/g, '<br>')}</p>`);
}
