import { AppError } from '../app-error.ts';

/** Tells operators how to fix too many open files. */
export const OPEN_FILES_FIX =
  'Raise the limit for the server: LimitNOFILE=65536 in its systemd unit, or `ulimit -n 65536` before the start.';

/**
 * Returns the cause and the fix of an error that keeps the server from starting; null if only a developer can fix it.
 */
export function describeStartError(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    const code = 'code' in each ? each.code : null;
    if (code === 'EMFILE' || code === 'ENFILE') return `Too many files are open (${code}). ${OPEN_FILES_FIX}`;
    if (code === 'ENOSPC') return 'The disk is full (ENOSPC). Free space on the disk of DATA_DIR.';
  }
  // Operators can fix an `AppError`, or an `Error` that our code throws. An error of another class is a bug.
  const isOurs = error instanceof AppError || (error.name === 'Error' && !('code' in error));
  return isOurs ? error.message : null;
}

/** Returns why the server cannot listen, with the setting to change. */
export function describeListenError(
  error: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
): string {
  switch (error.code ?? '') {
    case 'EADDRINUSE':
      return `Port ${port} is taken. Stop what uses it, or set PORT to another.`;
    case 'EACCES':
      return `Port ${port} needs special rights. Set PORT to 1024 or more, and let a proxy listen on ${port}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `This machine has no address ${host}. Set HOST to one of its addresses, or to 0.0.0.0 for all.`;
    default:
      return describeStartError(error) ?? `${error.message}. Check HOST and PORT.`;
  }
}
