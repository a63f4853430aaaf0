import { z } from 'zod';
import api from './official-api.json' with { type: 'json' };

/** Method and path of a supported operation, as in the official files. */
export type OperationName = keyof typeof api.operations;

const jsonSchema = z.record(z.string(), z.unknown());
type JsonSchema = z.infer<typeof jsonSchema>;

const operationShape = z.object({
  file: z.enum(['contacts', 'locations', 'oauth']),
  security: z.array(z.record(z.string(), z.array(z.string()))).default([]),
  query: z.record(z.string(), z.object({ required: z.boolean(), schema: jsonSchema })),
  version: z.boolean(),
  body: z.object({ type: z.string(), schema: jsonSchema }).optional(),
  answers: z.record(z.string(), jsonSchema),
});

/** The official description of one operation, with Zod schemas. */
export interface Operation {
  name: OperationName;
  method: 'get' | 'post' | 'put' | 'delete';
  /** The path in Express notation. */
  path: string;
  /** Alternative security schemes. One must be satisfied; an empty list means that no token is needed. */
  security: readonly { scheme: string; scopes: readonly string[] }[];
  needsVersion: boolean;
  bodyType: string | null;
  query: z.ZodType;
  body: z.ZodType | null;
  /** Response schemas by status. Undocumented statuses have no entry. */
  answers: ReadonlyMap<number, z.ZodType>;
}

/** The official files leave these schemas empty. The shapes come from public integrations. */
const undocumented: Partial<Record<OperationName, { body?: z.ZodType; answer: z.ZodType }>> = {
  'POST /contacts/search': {
    body: z.strictObject({
      locationId: z.string(),
      page: z.int().min(1).optional(),
      pageLimit: z.int().min(1).max(500),
      query: z.string().max(75).optional(),
      searchAfter: z.array(z.unknown()).optional(),
      filters: z.array(z.looseObject({})).optional(),
      sort: z.array(z.looseObject({})).optional(),
    }),
    answer: z.strictObject({
      contacts: z.array(z.looseObject({ id: z.string() })),
      total: z.int(),
      traceId: z.string(),
    }),
  },
  'GET /contacts/search/duplicate': {
    answer: z.strictObject({ contact: z.looseObject({ id: z.string() }).nullable(), traceId: z.string() }),
  },
};

function isPlain(value: unknown): value is JsonSchema {
  return jsonSchema.safeParse(value).success;
}

/**
 * Resolves references in a JSON schema. `strict` forbids undocumented properties. An object type without properties
 * allows anything.
 */
function complete(value: unknown, definitions: JsonSchema, strict: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => complete(each, definitions, strict));
  if (!isPlain(value)) return value;
  const reference = value['$ref'];
  if (typeof reference === 'string')
    return complete(definitions[reference.split('/').at(-1) ?? ''], definitions, strict);
  if (value['type'] === 'object' && !isPlain(value['properties'])) return {};
  const entries = Object.entries(value).map(([key, each]): [string, unknown] => [
    key,
    key === 'properties' && isPlain(each)
      ? Object.fromEntries(
          Object.entries(each).map(([name, one]) => [name, complete(one, definitions, strict)]),
        )
      : complete(each, definitions, strict),
  ]);
  return {
    ...Object.fromEntries(entries),
    ...(strict && value['type'] === 'object' ? { additionalProperties: false } : {}),
  };
}

function toZod(schema: unknown, definitions: JsonSchema, strict = true): z.ZodType {
  const full = complete(schema, definitions, strict);
  return isPlain(full) ? z.fromJSONSchema(full, { defaultTarget: 'openapi-3.0' }) : z.unknown();
}

function readOperation(name: OperationName): Operation {
  const raw = operationShape.parse(api.operations[name]);
  const definitions: JsonSchema = api.schemas[raw.file];
  const own = undocumented[name];
  const [method, path] = name.split(' ');
  const query = Object.entries(raw.query).map(([key, each]): [string, z.ZodType] => {
    // Query values always arrive as strings.
    const one = each.schema['type'] === 'number' ? z.string().regex(/^\d+$/) : z.string();
    return [key, each.required ? one.min(1) : one.optional()];
  });
  const answers = Object.entries(raw.answers).map(([status, schema]): [number, z.ZodType] => {
    if (Number(status) < 300) return [Number(status), own?.answer ?? toZod(schema, definitions)];
    // HighLevel's error bodies have undocumented properties such as `meta` and `error_description`.
    return [Number(status), toZod(schema, definitions, false)];
  });
  return {
    name,
    method: z.enum(['get', 'post', 'put', 'delete']).parse(method?.toLowerCase()),
    path: (path ?? '').replaceAll(/\{(\w+)\}/g, ':$1'),
    security: raw.security.flatMap((each) =>
      Object.entries(each).map(([scheme, scopes]) => ({ scheme, scopes })),
    ),
    needsVersion: raw.version,
    bodyType: raw.body?.type ?? null,
    query: z.strictObject(Object.fromEntries(query)),
    body: raw.body ? (own?.body ?? toZod(raw.body.schema, definitions)) : null,
    answers: new Map(answers),
  };
}

const names = z.array(z.custom<OperationName>((name) => typeof name === 'string' && name in api.operations));

/** All supported operations of the official files. */
export const operations: ReadonlyMap<OperationName, Operation> = new Map(
  names.parse(Object.keys(api.operations)).map((name) => [name, readOperation(name)]),
);

/** Returns the validation errors of a value in the wording of HighLevel's 422. Empty if the value is valid. */
export function schemaFaults(schema: z.ZodType, value: unknown): string[] {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : [...new Set(parsed.error.issues.flatMap((issue) => describe(issue, [])))];
}

function describe(issue: z.core.$ZodIssue, above: readonly PropertyKey[]): string[] {
  const place = [...above, ...issue.path].map(String).join('.') || 'body';
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `property ${place === 'body' ? key : `${place}.${key}`} should not exist`);
  }
  if (issue.code === 'invalid_union') {
    return (issue.errors[0] ?? []).flatMap((each) => describe(each, [...above, ...issue.path]));
  }
  if (issue.code === 'invalid_value') {
    return [`${place} must be one of the following values: ${issue.values.map(String).join(', ')}`];
  }
  return [
    issue.code === 'invalid_type' ? `${place} must be a ${issue.expected}` : `${place}: ${issue.message}`,
  ];
}

/** An error response in HighLevel's format. Routes throw it. */
export class ApiFault extends Error {
  override name = 'ApiFault';
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(`HighLevel would answer ${status}: ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
  }
}

/** Returns a 400 with a message. `more` is merged into the body. */
export function badRequest(message: string, more: Readonly<Record<string, unknown>> = {}): ApiFault {
  return new ApiFault(400, { statusCode: 400, message, ...more });
}

/** Returns a 401. The default message comes from the official example. */
export function unauthorized(message = 'Invalid token: access token is invalid'): ApiFault {
  return new ApiFault(401, { statusCode: 401, message, error: 'Unauthorized' });
}

/** Returns a 422 with these messages. */
export function unprocessable(message: readonly string[]): ApiFault {
  return new ApiFault(422, { statusCode: 422, message: [...message], error: 'Unprocessable Entity' });
}
