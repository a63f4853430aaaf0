import { accountCalls } from './account-calls.ts';
import { crmCalls } from './crm-calls.ts';
import type { OperatorCall } from './operator-call.ts';
import { leadCalls } from './lead-calls.ts';
import { pageCalls } from './page-calls.ts';
import { reusableEntryCalls } from './reusable-entry-calls.ts';
import { siteCalls } from './site-calls.ts';
import { siteSettingsCalls } from './site-settings-calls.ts';
import { variantCalls } from '../variants/variant-calls.ts';
import { wordPressAccountCalls } from './wordpress-account-calls.ts';
import { wordPressConnectionCalls } from './wordpress-connection-calls.ts';

/** All calls of the operators' API. */
export const operatorCalls: readonly OperatorCall[] = [
  accountCalls,
  wordPressAccountCalls,
  wordPressConnectionCalls,
  siteCalls,
  siteSettingsCalls,
  crmCalls,
  leadCalls,
  pageCalls,
  reusableEntryCalls,
  variantCalls,
].flatMap((calls): OperatorCall[] => Object.values(calls));
