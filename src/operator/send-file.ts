interface Answer {
  ok: boolean;
  status: number;
  statusText: string;
  text: string;
}

/**
 * Sends a file and reports the fraction that was sent, 0 to 1, which `fetch` cannot do. Rejects with a `TypeError` if
 * the server does not respond.
 */
export function sendFile(
  path: string,
  file: Blob,
  headers: Readonly<Record<string, string>>,
  onProgress: (share: number) => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open('POST', path);
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
    call.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total);
    });
    call.addEventListener('load', () => {
      const { status, statusText, responseText: text } = call;
      resolve({ ok: status >= 200 && status < 300, status, statusText, text });
    });
    call.addEventListener('error', () => reject(new TypeError('The file was not sent.')));
    call.send(file);
  });
}
