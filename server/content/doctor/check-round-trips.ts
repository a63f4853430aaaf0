import { z } from 'zod';
import type { DoctorCheck } from '../../../src/contracts/operators/doctor.ts';
import { PREVIEW_HEADER } from '../preview/preview-token.ts';
import { plainHttpAddress, plainHttpFault } from '../rest/connection-failure.ts';
import { notCheckedResult, type CheckObstacle } from './check-connection.ts';
import { isPluginReportMissing, readPluginReport } from './plugin-report.ts';
import { previewUrlOf, type ProbeResult, type ResponseOrFailure } from './probe-wordpress.ts';
import { restErrorCode } from './received-response.ts';

const NOTICE = { id: 'notice', label: 'Change notices' };
const PREVIEW = { id: 'preview', label: 'Previews' };
const CONNECT =
  'Enter the address of the site and WORDPRESS_WEBHOOK_SECRET under Settings › Site settings in WordPress.';

const SEE_LOG = 'Look into the error log of WordPress, wp-content/debug.log.';

const sentSchema = z.object({
  state: z.enum(['live', 'reading', 'failed']),
  /** Why the notice failed, with the fix. */
  reason: z.string().catch(''),
  milliseconds: z.number().nullable().catch(null),
});

/**
 * Checks that a notice from WordPress reaches the site at the URL configured in WordPress, that the site then reads
 * WordPress, and that a preview opens at that URL.
 */
export function checkRoundTrips(probe: ProbeResult): DoctorCheck[] {
  const { notice, preview } = probe;
  const found = readPluginReport(probe);
  const obstacle: CheckObstacle = isPluginReportMissing(found) ? found : NO_SECRET;
  return [
    notice ? checkNotice(notice) : notCheckedResult(NOTICE.id, NOTICE.label, obstacle),
    preview
      ? checkPreview(preview, isSignedIn(probe))
      : notCheckedResult(PREVIEW.id, PREVIEW.label, notice ? NO_PAGE : obstacle),
  ];
}

const NO_SECRET: CheckObstacle = {
  detail: 'WordPress and this server do not have the same secret.',
  fix: 'Fix “Shared secret” first.',
};
const NO_ACCOUNT: CheckObstacle = {
  detail: 'The account is not signed in, so WordPress makes no preview link.',
  fix: 'Fix “Account” first.',
};
const NO_PAGE: CheckObstacle = {
  detail: 'WordPress has no public page to preview, or its content was not read.',
  fix: 'Publish a page in WordPress, and fix “Reading the content”.',
};

function checkNotice(reply: ResponseOrFailure): DoctorCheck {
  const sent = sentSchema.safeParse('failed' in reply ? null : reply.json);
  if (!sent.success) {
    return {
      ...NOTICE,
      state: 'failed',
      detail: `WordPress was asked to send a notice, and did not (${words(reply)}).`,
      fix: SEE_LOG,
    };
  }
  const { state, reason, milliseconds } = sent.data;
  if (state === 'live') {
    return {
      ...NOTICE,
      state: 'ok',
      detail: `One was sent: the site read WordPress and was up to date after ${milliseconds ?? 0} ms.`,
    };
  }
  if (state === 'reading') {
    return {
      ...NOTICE,
      state: 'warning',
      detail: 'One was sent and has arrived, but the site has not read WordPress within some seconds.',
      fix: 'Look at the load of WordPress, and at the log of the site’s server.',
    };
  }
  return {
    ...NOTICE,
    state: 'failed',
    detail: 'One was sent, and did not bring the site up to date, so edits are shown with a delay.',
    fix: reason === '' ? CONNECT : reason,
  };
}

function isSignedIn({ account }: ProbeResult): boolean {
  return account !== null && !('failed' in account) && account.status === 200;
}

function checkPreview(
  { page, link, opened }: NonNullable<ProbeResult['preview']>,
  signedIn: boolean,
): DoctorCheck {
  if (opened === null && !signedIn) return notCheckedResult(PREVIEW.id, PREVIEW.label, NO_ACCOUNT);
  if (opened === null) {
    return {
      ...PREVIEW,
      state: 'failed',
      detail: `WordPress makes no preview link (${words(link)}).`,
      fix: linkFix('failed' in link ? null : link.status),
    };
  }
  if (!('failed' in opened) && opened.status === 200 && opened.headers[PREVIEW_HEADER] === String(page)) {
    return { ...PREVIEW, state: 'ok', detail: 'A preview of a page was opened on the site.' };
  }
  return {
    ...PREVIEW,
    state: 'failed',
    detail: `A preview link leads to ${addressOf(link)}, and no preview opens there (${words(opened)}).`,
    fix: previewFix(addressOf(link), opened),
  };
}

function linkFix(status: number | null): string {
  if (status === 401 || status === 403)
    return `Let the account of WORDPRESS_USERNAME edit pages (role Editor). If it may: ${CONNECT}`;
  return status !== null && status >= 500 ? SEE_LOG : CONNECT;
}

function previewFix(site: string, opened: ResponseOrFailure): string {
  const correct = 'Correct the address of the site under Settings › Site settings in WordPress';
  if (!('failed' in opened)) {
    return `${correct}, and use the same secret on both sides. A proxy in front of the site must pass /preview on.`;
  }
  const http = plainHttpAddress(site, opened.failed);
  if (http !== null)
    return `${plainHttpFault(http)} The address is under Settings › Site settings in WordPress.`;
  return `${correct}. If it is right: let this server reach its own public address.`;
}

function addressOf(reply: ResponseOrFailure): string {
  const link = previewUrlOf(reply);
  return link === null ? 'no address' : new URL(link).origin;
}

/** Describes a response: its status with the heading or error code in it, or why there was no response. */
function words(reply: ResponseOrFailure): string {
  if ('failed' in reply) return reply.failed;
  const title = /<h1[^>]*>([^<]{1,120})/.exec(reply.text)?.[1] ?? restErrorCode(reply);
  return title === null ? String(reply.status) : `${reply.status}: ${title}`;
}
