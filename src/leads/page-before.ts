/**
 * Origin and full address of the page the visitor came from, without its query, which may hold what is nobody's
 * business. Both undefined where it was no page of the web. Without `URL.parse`, which browsers before 2024 lack.
 */
export function pageBefore(): { origin: string | undefined; address: string | undefined } {
  const [address, origin] = /^(https?:\/\/[^/?#]+)[^?#]*/.exec(document.referrer) ?? [];
  return { origin, address };
}
