// Usage: node tests/load/lighthouse.ts [--runs=5] [--path=/…]
// Runs Lighthouse (mobile, simulated throttling) on both home page layouts of the built site. A second server sends the
// same bytes from memory. Any extra time that the site takes is the cost of rendering.
import { parseArgs } from 'node:util';
import lighthouse, { type Result } from 'lighthouse';
import { launchBrowser } from '../browser/support/launch-browser.ts';
import { startSite } from '../browser/support/start-site.ts';
import { freePort } from '../setup/free-port.ts';
import { startStaticCopy } from './static-copy.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const MAX_LCP_DIFFERENCE_S = 0.2;

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, path: { type: 'string' } },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs takes a whole number from 1');

// Search engines may not index a page whose layout comes from the URL, so the second layout is set as the home page.
const targets: readonly { name: string; path: string; env: Record<string, string> }[] = values.path
  ? [{ name: values.path, path: values.path, env: {} }]
  : [
      { name: '/', path: '/', env: {} },
      { name: '/ (lead-capture)', path: '/', env: { HOME_LAYOUT: 'lead-capture' } },
    ];

interface LcpPair {
  site: number;
  copy: number;
  difference: number;
}

const rows: Record<string, Record<string, string | number>> = {};
const problems: string[] = [];
for (const target of targets) {
  // By default, pages with sample content have `noindex`, which would lower the Lighthouse SEO score.
  const site = await startSite({ ALLOW_SAMPLE_INDEX: 'true', ...target.env });
  try {
    // The first run warms up the server and shows which URLs the page requests.
    const requested = requestedUrls(await audit(site.url + target.path), site.url);
    // Lighthouse requests robots.txt separately from the page, so it is not in the list of requests.
    const copy = await startStaticCopy(site.url, [...requested, `${site.url}/robots.txt`]);
    try {
      const ofSite: Result[] = [];
      const ofCopy: Result[] = [];
      for (let run = 1; run <= runs; run += 1) {
        ofSite.push(await audit(site.url + target.path));
        ofCopy.push(await audit(copy.url + target.path));
        console.error(`${target.name}: ${run} of ${runs} runs`);
      }
      report(target.name, ofSite, ofCopy);
      const missed = copy.missed();
      if (missed.length > 0) problems.push(`${target.name}: the static copy lacks ${missed.join(', ')}`);
    } finally {
      await copy.stop();
    }
  } finally {
    await site.stop();
  }
}
console.table(rows);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

/** Runs Lighthouse once in a new browser, because a warm cache would improve later results. */
async function audit(url: string): Promise<Result> {
  const port = await freePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  try {
    const outcome = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...CATEGORIES] });
    if (!outcome) throw new Error(`Lighthouse has no result for ${url}`);
    const { runtimeError } = outcome.lhr;
    if (runtimeError) throw new Error(`Lighthouse failed for ${url}: ${runtimeError.message}`);
    return outcome.lhr;
  } finally {
    await browser.close();
  }
}

/** Returns the requested URLs on the site's own origin. */
function requestedUrls(result: Result, base: string): string[] {
  const details = result.audits['network-requests']?.details;
  const items = details?.type === 'table' ? details.items : [];
  return items.flatMap(({ url }) => (typeof url === 'string' && url.startsWith(`${base}/`) ? [url] : []));
}

function report(name: string, ofSite: readonly Result[], ofCopy: readonly Result[]): void {
  const ofBoth = (read: (result: Result) => number): LcpPair => {
    const pair = { site: median(ofSite.map(read)) / 1000, copy: median(ofCopy.map(read)) / 1000 };
    return { ...pair, difference: pair.site - pair.copy };
  };
  const simulated = ofBoth((result) => numeric(result, 'largest-contentful-paint'));
  const observed = ofBoth(observedLcp);
  const row: Record<string, string | number> = {};
  for (const category of CATEGORIES) {
    const score = median(ofSite.map((result) => Math.round((result.categories[category]?.score ?? 0) * 100)));
    row[category] = score;
    if (score < 100)
      problems.push(`${name}: ${category} ${score}: ${failedAudits(ofSite, category).join(', ')}`);
  }
  for (const [kind, { difference }] of Object.entries({ simulated, observed })) {
    // Written as a negation, because a missing measurement (NaN) must also count as a problem.
    if (!(difference <= MAX_LCP_DIFFERENCE_S)) {
      problems.push(`${name}: ${kind} LCP is ${difference.toFixed(2)} s later than from the static copy`);
    }
  }
  const site = (id: string): number => median(ofSite.map((result) => numeric(result, id)));
  rows[name] = {
    ...row,
    'LCP site': `${simulated.site.toFixed(2)} s`,
    'LCP static': `${simulated.copy.toFixed(2)} s`,
    difference: `${simulated.difference.toFixed(2)} s`,
    ratio: (simulated.site / simulated.copy).toFixed(2),
    'observed difference': `${observed.difference.toFixed(2)} s`,
    TBT: `${Math.round(site('total-blocking-time'))} ms`,
    CLS: site('cumulative-layout-shift').toFixed(3),
    bytes: `${(site('total-byte-weight') / 1024).toFixed(0)} KiB`,
  };
}

function numeric(result: Result, id: string): number {
  return result.audits[id]?.numericValue ?? Number.NaN;
}

/**
 * Returns the LCP that the browser observed without throttling. The simulation applies the median response time to all
 * files of a server, so a single slow document hardly affects it.
 */
function observedLcp(result: Result): number {
  const details = result.audits.metrics?.details;
  const item: unknown = details?.type === 'debugdata' && Array.isArray(details.items) ? details.items[0] : {};
  return Number(Object(item).observedLargestContentfulPaint);
}

/** Returns the audits that scored below 100% in any run, each with its first displayed value. */
function failedAudits(results: readonly Result[], category: string): string[] {
  const failed = new Map<string, string>();
  for (const result of results) {
    for (const { id, weight } of result.categories[category]?.auditRefs ?? []) {
      const { score, displayValue } = result.audits[id] ?? {};
      if (weight === 0 || typeof score !== 'number' || score >= 1) continue;
      if (!failed.has(id)) failed.set(id, `${id}${displayValue ? ` (${displayValue})` : ''}`);
    }
  }
  return [...failed.values()];
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
  return (lower + upper) / 2;
}
