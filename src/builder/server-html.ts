const kept = new Map<string, string>();

/** Remembers the server's HTML of every placement, before React takes the document over. */
export function keepServerHtml(root: ParentNode): void {
  for (const element of root.querySelectorAll('[data-placement]')) {
    if (element.id) kept.set(element.id, element.innerHTML);
  }
}

/** Forgets it: after a navigation the same key may stand for something else. */
export function dropServerHtml(): void {
  kept.clear();
}

/** The server's HTML of a placement, while its first page is shown. */
export function serverHtml(key: string): string | undefined {
  return kept.get(key);
}
