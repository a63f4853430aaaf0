/** What Puck leaves without an accessible name or role. */
const UNNAMED: readonly { selector: string; attribute: string; value: string }[] = [
  { selector: '#preview-frame', attribute: 'title', value: 'Page' },
  { selector: '[class*="zoomSelect"]', attribute: 'aria-label', value: 'Zoom' },
  // Hidden only visually once the canvas has loaded.
  { selector: '[class*="PuckCanvas-loader"]', attribute: 'aria-hidden', value: 'true' },
  // An element without a role cannot have a name.
  { selector: 'span[aria-label]', attribute: 'role', value: 'img' },
];

/**
 * Adds what Puck leaves out to its controls, also to those that appear later, such as the frame when it is replaced.
 * Returns a function that ends this.
 */
export function nameControls(root: HTMLElement): () => void {
  const name = () => {
    for (const { selector, attribute, value } of UNNAMED) {
      for (const element of root.querySelectorAll(`${selector}:not([${attribute}])`)) {
        element.setAttribute(attribute, value);
      }
    }
  };
  const observer = new MutationObserver(name);
  observer.observe(root, { subtree: true, childList: true });
  name();
  return () => observer.disconnect();
}
