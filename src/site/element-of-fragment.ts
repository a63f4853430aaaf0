/**
 * Returns the element that a URL fragment, such as `#contact`, names; null if there is none. A badly encoded fragment
 * is used unchanged, as in browsers.
 */
export function elementOfFragment(hash: string): HTMLElement | null {
  const id = hash.slice(1);
  if (id === '') return null;
  try {
    return document.getElementById(decodeURIComponent(id));
  } catch {
    return document.getElementById(id);
  }
}
