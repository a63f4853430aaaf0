import { exec } from 'node:child_process';

/*
 * Usage: node tests/setup/run-together.ts <npm script…>
 * Runs npm scripts at the same time, and prints the output of each when it ends. Fails if one of them fails.
 */

const OUTPUT_LIMIT = 64 * 1024 * 1024;

for (const script of process.argv.slice(2)) {
  const started = performance.now();
  exec(`npm run --silent ${script}`, { maxBuffer: OUTPUT_LIMIT }, (error, stdout, stderr) => {
    if (error) process.exitCode = 1;
    const seconds = Math.round((performance.now() - started) / 1000);
    const outcome = error ? `failed (${error.code ?? error.signal})` : 'passed';
    process.stdout.write(`> ${script} ${outcome} after ${seconds} s\n${stdout}${stderr}`);
  });
}
