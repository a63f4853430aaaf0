/** The message from the page in the pop-up to the page that opened it. */
export type ConnectResult = 'success' | 'failed';

const NAME = 'crm-authorization';

/** Sends the result to the page that opened the pop-up. */
export function tellOpener(result: ConnectResult): void {
  const channel = new BroadcastChannel(NAME);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  channel.postMessage(result);
  channel.close();
}

/** Listens for a message from the pop-up. Returns a function that stops listening. */
export function listenToPopup(onResult: (result: ConnectResult) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'success' || data === 'failed') onResult(data);
  });
  return () => channel.close();
}
