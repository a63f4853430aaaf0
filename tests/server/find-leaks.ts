/** Values that must not appear in a log, by name. */
export type Secrets = Readonly<Record<string, string>>;

/**
 * Finds log lines that contain a secret in plain text, URL-encoded, in base64, or as a number in another format. Throws
 * if a secret is shorter than six characters.
 */
export function findLeaks(lines: readonly string[], secrets: Secrets): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) => {
    if (secret.length < 6) throw new Error(`${name} is too short to be found for sure.`);
    return lines.filter((line) => holds(line, secret)).map((line) => `${name} in ${line}`);
  });
}

function holds(line: string, secret: string): boolean {
  const lower = line.toLowerCase();
  const clear = [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll('%20', '+'),
    JSON.stringify(secret).slice(1, -1),
  ];
  if (clear.some((form) => lower.includes(form.toLowerCase()))) return true;
  const bytes = Buffer.from(secret);
  if ([bytes.toString('base64url'), bytes.toString('base64')].some((form) => line.includes(form)))
    return true;
  const digits = secret.replace(/[\s().+-]/g, '');
  return /^\d{7,}$/.test(digits) && line.replace(/[\s().+-]/g, '').includes(digits);
}
