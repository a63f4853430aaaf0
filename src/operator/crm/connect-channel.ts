/** What the page in the pop-up tells the page that opened it. */
export type ConnectResult = 'success' | 'failed';

const NAME = 'crm-authorization';

/** Tells the page that opened the pop-up how it went. */
export function tellOpener(result: ConnectResult): void {
  const channel = new BroadcastChannel(NAME);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  channel.postMessage(result);
  channel.close();
}

/** Hears what a pop-up tells; answers the way to stop. */
export function hearPopup(told: (result: ConnectResult) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'success' || data === 'failed') told(data);
  });
  return () => channel.close();
}
