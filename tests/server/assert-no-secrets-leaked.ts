import type { CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';

/** Returns every token, code and secret that the sandbox has issued. */
function secretsOf({ state }: CrmSandbox): string[] {
  return [
    state.clientSecret,
    ...state.grants.flatMap((grant) => [grant.refreshToken ?? [], grant.code.value].flat()),
    ...state.tokens.keys(),
  ];
}

/** Throws if a text contains a CRM secret, or if a request to the sandbox violated the official API files. */
export function assertNoSecretsLeaked(sandbox: CrmSandbox, ...texts: readonly string[]): void {
  const { violations } = sandbox.state;
  if (violations.length > 0)
    throw new Error(`Requests or answers differ from the official API files: ${JSON.stringify(violations)}`);
  for (const secret of secretsOf(sandbox)) {
    if (texts.some((text) => text.includes(secret)))
      throw new Error('The log or the database contains a secret.');
  }
}
