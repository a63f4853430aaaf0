import { readConfig, type Config } from './config/config.ts';
import { loadEnvironment } from './config/load-environment.ts';

/**
 * Runs a command such as `npm run backup -- <file>` with the server's settings and prints its result. On failure,
 * prints the error message to stderr and sets the exit code to 1.
 */
export async function runCliCommand(command: (config: Config) => Promise<string>): Promise<void> {
  try {
    loadEnvironment();
    process.stdout.write(`${await command(readConfig(process.env))}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
