/** An e-mail address that its owner knows again and nobody else learns: `s•••@e•••.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf('.');
  return `${first(email.slice(0, at))}@${first(domain.slice(0, dot))}${domain.slice(dot)}`;
}

/** As many dots for every length: it is nobody's business either. */
function first(part: string): string {
  return `${Array.from(part)[0] ?? ''}•••`;
}
