import express, { Router } from 'express';
import { MemoryStore } from 'express-rate-limit';
import { Histogram, type Registry } from 'prom-client';
import { z } from 'zod';
import { vitalPageKinds, rateVital, type VitalMetric } from '../../src/contracts/page-vitals.ts';
import { isFromThisSite } from '../platform/security/is-from-this-site.ts';
import { limitedBodyParser } from '../platform/security/limited-body.ts';
import { createRateLimit } from '../platform/security/rate-limit.ts';
import { isVisit } from './visit-counter.ts';
import type { VitalsCounter } from './vitals-counter.ts';

const MAX_BODY_BYTES = 200;
/**
 * Maximum reports in ten minutes from one IP address. A browser measures one page view in ten, and sends up to three
 * reports for it.
 */
const MAX_REPORTS = 120;
/** The greatest plausible values. Reports with greater ones are refused. */
const MAX_DURATION_MS = 5 * 60_000;
const MAX_CLS = 100;

const duration = z.number().min(0).max(MAX_DURATION_MS);
const page = z.enum(vitalPageKinds);
const report = z.discriminatedUnion('metric', [
  z.strictObject({ page, metric: z.literal('LCP'), value: duration }),
  z.strictObject({ page, metric: z.literal('INP'), value: duration }),
  z.strictObject({ page, metric: z.literal('CLS'), value: z.number().min(0).max(MAX_CLS) }),
]);

interface Options {
  vitals: Pick<VitalsCounter, 'count'>;
  register: Registry;
  publicUrl: string | null;
}

/**
 * Handles `POST /api/vitals`: adds the Web Vitals that browsers report to the histograms in `/metrics`, and counts
 * their ratings for the operators' overview.
 */
export function createVitalsRoutes({ vitals, register, publicUrl }: Options): Router {
  const histograms = createHistograms(register);
  // Each server has its own limit: a few more reports do no harm, and no report waits for a database.
  const limit = createRateLimit(MAX_REPORTS, new MemoryStore());
  const router = Router();
  router.post(
    '/api/vitals',
    limitedBodyParser(express.json, { limit: MAX_BODY_BYTES }),
    async (request, response) => {
      if (!isFromThisSite(request, publicUrl)) {
        response.status(403).json({ error: 'Only the pages of this site report their speed.' });
        return;
      }
      const wait = await limit(request, response);
      if (wait !== null) {
        response.status(429).set('Retry-After', String(wait)).json({ error: 'Too many reports.' });
        return;
      }
      const parsed = report.safeParse(request.body);
      if (!parsed.success) {
        response.status(400).json({ error: 'This is not a report of how fast a page was.' });
        return;
      }
      if (isVisit(request)) {
        const { page, metric, value } = parsed.data;
        histograms[metric].observe({ page }, metric === 'CLS' ? value : value / 1000);
        vitals.count({ page, metric, rating: rateVital(metric, value) });
      }
      response.status(204).end();
    },
  );
  return router;
}

/** Creates a histogram for each metric. Its buckets include the limits of `vitalThresholds`. */
function createHistograms(register: Registry): Record<VitalMetric, Histogram<'page'>> {
  const labelNames = ['page'] as const;
  return {
    LCP: new Histogram({
      name: 'lintel_web_vitals_lcp_seconds',
      help: 'Largest Contentful Paint in visitors’ browsers, by kind of page.',
      labelNames,
      buckets: [0.5, 1, 1.5, 2, 2.5, 3, 4, 6, 10],
      registers: [register],
    }),
    INP: new Histogram({
      name: 'lintel_web_vitals_inp_seconds',
      help: 'Interaction to Next Paint in visitors’ browsers, by kind of page.',
      labelNames,
      buckets: [0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2],
      registers: [register],
    }),
    CLS: new Histogram({
      name: 'lintel_web_vitals_cls',
      help: 'Cumulative Layout Shift in visitors’ browsers, by kind of page.',
      labelNames,
      buckets: [0.01, 0.05, 0.1, 0.15, 0.25, 0.5, 1],
      registers: [register],
    }),
  };
}
