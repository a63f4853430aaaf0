import { z } from 'zod';

/**
 * Who may make a call. `operator`: signed-in operators. `editor`: editors, too. `open`: everyone, without a session,
 * but not from a page of another site.
 */
export type CallRole = 'operator' | 'editor' | 'open';

/** The error message for an invalid input, or a function that returns it. */
type InvalidInput = string | ((issue: Pick<z.core.$ZodIssue, 'path' | 'message'>) => string);

/**
 * A call of the operators' API, declared once. The server uses it to check rights, input and output
 * (`serve-call.ts`). The screens derive their types and query keys from it (`call-api.ts`).
 */
export interface OperatorCall<
  Input extends z.ZodType<unknown, object> = z.ZodType<unknown, object>,
  Output extends z.ZodType = z.ZodType,
> {
  method: 'GET' | 'POST' | 'PUT';
  /** A parameter of the path, such as `:id`, is a property of the input. */
  path: `/api/${string}`;
  role: CallRole;
  /** The parameters of the path, with the query of a GET or the JSON body of other methods. */
  input: Input;
  output: Output;
  /** The error message if the input is invalid. By default, it names the invalid property and the fault. */
  invalid?: InvalidInput;
  /** The status of the response; 200 by default. */
  status?: 201;
  /** The body of an error response, if it contains more than `error`. */
  failure?: z.ZodType;
  /** The largest request body in bytes; `DEFAULT_MAX_BODY_BYTES` if absent. */
  maxBodyBytes?: number;
  /** The request body is a file. The input is then in the path and the query. */
  sendsFile?: true;
}

/** The maximum size of a request body, in bytes, for calls without `maxBodyBytes`. */
export const DEFAULT_MAX_BODY_BYTES = 64 * 1024;

/** The input of a call that needs none. */
export const noInput = z.object({});

/** The output of a call that only succeeds or fails. */
export const okResponseSchema = z.object({ ok: z.literal(true) });
/** The response of a call that succeeded. */
export const OK_RESPONSE: z.infer<typeof okResponseSchema> = { ok: true };

/**
 * Returns the URL of a call, and its JSON body: undefined for a GET, and if the body is a file. The query contains only
 * numbers and non-empty texts. Throws an `Error` if a parameter of the path is missing in `input`.
 */
export function buildCallRequest(
  { method, path, sendsFile }: OperatorCall,
  input: object,
): { url: string; body: object | undefined } {
  const rest = new Map<string, unknown>(Object.entries(input));
  const filled = path.replace(/:(\w+)/g, (_parameter, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    if (typeof value === 'string' || typeof value === 'number') return encodeURIComponent(value);
    throw new Error(`${method} ${path} needs the parameter ${name}.`);
  });
  if (method !== 'GET' && !sendsFile) return { url: filled, body: Object.fromEntries(rest) };
  const query = new URLSearchParams();
  for (const [name, value] of rest) {
    if (typeof value === 'number' || (typeof value === 'string' && value !== '')) query.set(name, `${value}`);
  }
  return { url: query.size > 0 ? `${filled}?${query}` : filled, body: undefined };
}
