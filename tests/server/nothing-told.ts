import type { CrmSandbox } from '../../server/crm/sandbox/crm-sandbox.ts';

/** Every token, code and secret the sandbox knows. */
function secretsOf({ state }: CrmSandbox): string[] {
  return [
    state.clientSecret,
    ...state.grants.flatMap((grant) => [grant.refreshToken ?? [], grant.code.value].flat()),
    ...state.tokens.keys(),
  ];
}

/** Throws where a text has a secret of the CRM's in it, or where the sandbox was asked other than as documented. */
export function assertNothingTold(sandbox: CrmSandbox, ...texts: readonly string[]): void {
  const { violations } = sandbox.state;
  if (violations.length > 0) throw new Error(`Not as the CRM documents: ${JSON.stringify(violations)}`);
  for (const secret of secretsOf(sandbox)) {
    if (texts.some((text) => text.includes(secret)))
      throw new Error('A secret stands in the log or the database.');
  }
}
