import { onCLS, onINP, onLCP, type CLSMetric, type INPMetric, type LCPMetric } from 'web-vitals';

/**
 * Measures the Core Web Vitals of this page (LCP and INP in milliseconds, CLS without a unit). Reports the values when
 * the visitor leaves or hides the page, and LCP earlier if the visitor clicks or presses a key. A report has the kind
 * of page (`page`), the metric and the value, nothing about the visitor.
 */
export function measureVitals(page: string): void {
  const reported = new Set<string>();
  const report = ({ id, name, value }: LCPMetric | INPMetric | CLSMetric) => {
    // The library calls this again if a value grows after the page was hidden. Only the first value is sent: reports
    // are anonymous, so the server could not replace the earlier one.
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
