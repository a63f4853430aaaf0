import { WordPressWriterError } from '../../content/rest/wordpress-writer.ts';
import { deriveKey } from '../../platform/security/secret-keys.ts';
import { newToken } from '../../platform/security/tokens.ts';
import { ApiError } from '../api/api-error.ts';
import { approvalAddress, approvalOriginFault } from './authorize-application.ts';
import type { WordPressUserClient } from './wordpress-user-client.ts';

interface Options {
  people: Pick<WordPressUserClient, 'approval' | 'home'>;
  /** The site's public origin. */
  origin: string;
  siteName: string;
  /** The path to which WordPress redirects. */
  callback: string;
  secrets: readonly string[];
  now: number;
}

/**
 * Returns the URL in WordPress where a person approves, and the `state` that WordPress sends back. Throws an
 * `ApiError` if WordPress cannot be reached, has application passwords turned off, or would not send one to this
 * origin.
 */
export async function startWordPressApproval(options: Options): Promise<{ url: string; state: string }> {
  const { people, origin, siteName, callback, secrets, now } = options;
  let approval: Awaited<ReturnType<WordPressUserClient['approval']>>;
  try {
    approval = await people.approval();
  } catch (error) {
    const said =
      error instanceof WordPressWriterError ? error.message : 'WordPress answers with something unknown.';
    throw new ApiError(503, `${said} Try again.`, { cause: error });
  }
  if (!approval) {
    const words =
      `WordPress at ${people.home} has application passwords turned off. It needs https for them, and no plugin that ` +
      'turns them off. Change that in WordPress, then try again.';
    throw new ApiError(409, words);
  }
  const fault = approvalOriginFault(origin, approval.screen);
  if (fault !== null) throw new ApiError(409, fault);
  const state = newToken();
  const url = approvalAddress({
    screen: approval.screen,
    // The time distinguishes the passwords in the person's WordPress profile.
    appName: `${siteName}, ${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    appId: applicationId(secrets),
    callback: origin + callback,
    state,
  });
  return { url, state };
}

/** Returns WordPress's `app_id` for this site: a UUID that changes only with the first secret key. */
function applicationId(secrets: readonly string[]): string {
  const bytes = deriveKey(secrets[0] ?? '', 'WordPress application').subarray(0, 16);
  const [six = 0, eight = 0] = [bytes[6], bytes[8]];
  // UUID version 8 (RFC 9562): the format is application-defined. Set the version and variant bits.
  bytes[6] = (six & 0x0f) | 0x80;
  bytes[8] = (eight & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
