import { queryOptions } from '@tanstack/react-query';
import type { Content } from './content-context.ts';
import { siteDataKey } from './content-keys.ts';
import { logFailure } from './log-failure.ts';

/** The query for a provider's site data. */
export function siteDataQuery({ source, messages }: Content) {
  return queryOptions({
    queryKey: siteDataKey,
    queryFn: () => logFailure(messages.logged.siteData, 'site data', source.siteData()),
  });
}
