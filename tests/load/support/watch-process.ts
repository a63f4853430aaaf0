/**
 * Loaded into a process with `--import`. On SIGUSR2 it prints the longest time for which the event loop was blocked since
 * the last signal, and the most processor time that it used without a break: on a busy machine, the first also contains
 * the time of other processes. It also prints the longest garbage collection, which is contained in both. When the process
 * ends, it prints the most memory and all processor time that it used.
 */
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';

const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();

let used = process.threadCpuUsage();
let most = 0;
setInterval(() => {
  const { user, system } = process.threadCpuUsage(used);
  most = Math.max(most, (user + system) / 1000);
  used = process.threadCpuUsage();
}, 1).unref();

let longestCollection = 0;
const collections = new PerformanceObserver((list) => {
  longestCollection = Math.max(longestCollection, ...list.getEntries().map(({ duration }) => duration));
});
collections.observe({ entryTypes: ['gc'] });

process.on('SIGUSR2', () => {
  longestCollection = Math.max(
    longestCollection,
    ...collections.takeRecords().map(({ duration }) => duration),
  );
  const [blocked, busy, collected] = [delays.max / 1e6, most, longestCollection].map((milliseconds) =>
    milliseconds.toFixed(1),
  );
  process.stdout.write(
    `event loop blocked for ${blocked} ms, ${busy} ms of processor time, ${collected} ms in one garbage collection\n`,
  );
  delays.reset();
  most = 0;
  longestCollection = 0;
});
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const seconds = ((userCPUTime + systemCPUTime) / 1e6).toFixed(1);
  process.stderr.write(`most memory: ${Math.round(maxRSS / 1024)} MB; processor time: ${seconds} s\n`);
});
