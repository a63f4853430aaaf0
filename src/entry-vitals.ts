import { onCLS, onINP, onLCP, type CLSMetric, type INPMetric, type LCPMetric } from 'web-vitals';

/**
 * Measures how fast this page loads and answers, and how much of it moves, and reports each value when the visitor leaves
 * or hides the page. A report has the kind of page, the name of the metric and the value, and nothing about the visitor.
 */
export function measureVitals(page: string): void {
  const reported = new Set<string>();
  const report = ({ id, name, value }: LCPMetric | INPMetric | CLSMetric) => {
    // A value that grows after the page was hidden is reported again. The server cannot replace the earlier report,
    // because it does not know whose it is.
    const key = `${name} ${id}`;
    if (reported.has(key)) return;
    reported.add(key);
    const body = JSON.stringify({ page, metric: name, value });
    navigator.sendBeacon('/api/vitals', new Blob([body], { type: 'application/json' }));
  };
  onLCP(report);
  onINP(report);
  onCLS(report);
}
