/** Wraps each text node in a new element, as browser translators do. Runs in the page. */
export function translate(place: Element): void {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  for (const text of texts) {
    if (!text.data.trim() || text.parentElement?.closest('script, style, option, textarea')) continue;
    const font = document.createElement('font');
    font.append(`Translated: ${text.data}`);
    text.replaceWith(font);
  }
}
