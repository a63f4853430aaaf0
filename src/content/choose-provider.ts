/** What is configured. Whether, not what: credentials never reach a browser. */
export interface ProviderSettings {
  apiUrl: boolean;
  username: boolean;
  applicationPassword: boolean;
  /** The mock flag as set; only `'true'` counts. */
  mockFlag?: string | undefined;
}

/**
 * Which provider a browser without our server starts with: the real one as soon as an API URL is set, unless
 * the mock flag is `'true'` and no credentials are. Throws when credentials are set by halves or without URL.
 */
export function chooseProvider(settings: ProviderSettings): 'wordpress' | 'mock' {
  const { apiUrl, username, applicationPassword, mockFlag } = settings;
  if (username !== applicationPassword) {
    throw new Error(
      `WordPress ${username ? 'application password' : 'user name'} is missing. Set both, or neither.`,
    );
  }
  if (username && !apiUrl) {
    throw new Error('WordPress API URL is missing while credentials are set. Set the site’s address.');
  }
  return apiUrl && (username || mockFlag !== 'true') ? 'wordpress' : 'mock';
}
