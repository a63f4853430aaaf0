import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceIn } from './edit-copy.ts';

const DEFINITION = 'src/contracts/operators/site-calls.ts';
const ROUTE = 'server/operators/health/overview-routes.ts';
/** The screen that uses the call. */
export const CALL_SCREEN = 'src/operator/health/health-list.tsx';
export const OPERATOR_CALL_FILES = [ROUTE, DEFINITION, CALL_SCREEN];

/** Follows the recipe "Add an operator's API call" in a copy of the project. */
export async function addOperatorCall(copy: string): Promise<void> {
  await replaceIn(
    copy,
    DEFINITION,
    'export const siteCalls = {\n',
    `export const siteCalls = {
  greet: {
    method: 'POST',
    path: '/api/admin/greetings/:name',
    role: 'operator',
    input: z.object({ name: z.string(), times: z.number().int().min(1) }),
    invalid: 'Greet at least once.',
    output: z.object({ greetings: z.array(z.string()).readonly() }),
  },
`,
  );
  await replaceIn(
    copy,
    ROUTE,
    '  return router;\n',
    `  serve(siteCalls.greet, ({ name, times }, { operator }) => ({
    greetings: Array.from({ length: times }, () => \`\${operator.name} greets \${name}.\`),
  }));
  return router;
`,
  );
  const screen = await readFile(path.join(copy, CALL_SCREEN), 'utf8');
  await writeFile(
    path.join(copy, CALL_SCREEN),
    `import { siteCalls } from '../../contracts/operators/site-calls.ts';
import { callApi } from '../call-api.ts';
${screen}
export async function greet(): Promise<number> {
  const answer = await callApi(siteCalls.greet, { name: 'Ann', times: 2 });
  return answer.greetings.length;
}
`,
  );
}
