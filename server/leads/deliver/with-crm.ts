import type { CrmAccess, CrmCredentials } from '../../crm/crm-access.ts';
import type { CallFrame, CrmClient, CrmClients } from '../../crm/crm-client.ts';
import { CrmFault } from '../../crm/crm-fault.ts';
import { TransientFault } from '../delivery-fault.ts';

/** The way to the CRM, and who may go it. */
export interface CrmWay {
  access: CrmAccess;
  clients: CrmClients;
}

/**
 * Does some work in the CRM with the credentials there are, and notes whether it took them. Throws what the work
 * throws, and a `TransientFault` where no CRM is connected.
 */
export async function withCrm<Result>(
  { access, clients }: CrmWay,
  { signal, beforeCall }: Pick<CallFrame, 'signal' | 'beforeCall'>,
  work: (client: CrmClient) => Promise<Result>,
): Promise<Result> {
  const credentials = await access.credentials();
  if (!credentials) throw new TransientFault('No CRM is connected.');
  let used: CrmCredentials = credentials;
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
