import { showPreviewNotice } from './inert-page.ts';

/**
 * Activates the “Share” button of the preview bar, if there is one. It creates a link to this version of the page for
 * people without a WordPress account, and shows it with its last day.
 */
export function startShareButton(token: string): void {
  const button = document.querySelector<HTMLButtonElement>('#preview-bar [data-share]');
  const place = document.getElementById('preview-share');
  if (!button || !place) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    button.disabled = true;
    showPreviewNotice('Creating the link …');
    void createLink(token).then(
      ({ url, expires }) => {
        place.replaceChildren(...linkElements(url));
        place.hidden = false;
        place.querySelector('input')?.select();
        const day = new Date(expires * 1000).toLocaleDateString('en-US', { dateStyle: 'long' });
        showPreviewNotice(
          `Everyone with this link sees this version until ${day}. Revoke it on the edit screen.`,
        );
      },
      (error: unknown) => {
        button.disabled = false;
        showPreviewNotice(error instanceof Error ? error.message : String(error));
      },
    );
  });
}

async function createLink(token: string): Promise<{ url: string; expires: number }> {
  const response = await fetch(`/preview/share?token=${encodeURIComponent(token)}`, { method: 'POST' }).catch(
    () => null,
  );
  if (!response) throw new Error('The site did not answer. Check the connection, then try again.');
  // An error page of a proxy in front of the site is not JSON.
  const body = await response.json().catch(() => null);
  if (!response.ok || !body) {
    const reason = body?.error ?? `The site answered with status ${response.status}.`;
    throw new Error(`${reason} Press Preview in WordPress again.`);
  }
  return body;
}

function linkElements(url: string): HTMLElement[] {
  const input = Object.assign(document.createElement('input'), { value: url, readOnly: true });
  input.setAttribute('aria-label', 'Link to share');
  const copy = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Copy' });
  copy.addEventListener('click', () => {
    const ask = () => {
      // Ctrl+C copies the selection of the focused field.
      input.focus();
      input.select();
      showPreviewNotice('Press Ctrl+C to copy the link.');
    };
    // Browsers give the clipboard only to pages that come over HTTPS or from this computer.
    if ('clipboard' in navigator)
      void navigator.clipboard.writeText(url).then(() => showPreviewNotice('Copied.'), ask);
    else ask();
  });
  return [input, copy];
}
