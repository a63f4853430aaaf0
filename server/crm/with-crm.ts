import type { CrmAccess, CrmCredentials } from './crm-access.ts';
import type { CallFrame, CrmClient, CrmClients } from './crm-client.ts';
import { CrmFault } from './crm-fault.ts';

interface Way {
  access: CrmAccess;
  credentials: CrmCredentials;
  clients: CrmClients;
}

/** Does some work in the CRM, and notes whether it took the credentials. Throws what the work throws. */
export async function withCrm<Result>(
  { access, credentials, clients }: Way,
  { signal, beforeCall }: Pick<CallFrame, 'signal' | 'beforeCall'>,
  work: (client: CrmClient) => Promise<Result>,
): Promise<Result> {
  let used = credentials;
  const client = clients.client(credentials, {
    signal,
    beforeCall,
    renew: async (refused) => {
      const others = await access.renew(refused);
      if (others) used = others;
      return others;
    },
  });
  try {
    const result = await work(client);
    await access.accepted(used);
    return result;
  } catch (fault) {
    if (fault instanceof CrmFault && fault.kind === 'credentials') await access.refused(used, fault.message);
    throw fault;
  }
}
