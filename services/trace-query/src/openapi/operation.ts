import type { HttpMethod } from '@spanhouse/api-kit';
import type { z } from 'zod';

/** Groups of operations in page order. Each group lists the files of docs/api that describe it. */
export const tags = {
  Ingest: ['ingest.md', 'otlp.md', 'zipkin.md'],
  Receipts: ['receipts.md'],
  Spans: ['spans-and-traces.md', 'filtering.md', 'windowing.md', 'analytics.md'],
  Traces: ['spans-and-traces.md', 'filtering.md', 'windowing.md', 'analytics.md'],
  'Simple traces': ['annotations.md'],
  'Saved queries': ['saved-queries.md'],
  'Dead letters': ['dead-letters.md'],
  Admin: ['limits.md'],
  Service: ['README.md'],
} as const;

interface OperationBody {
  readonly schema: z.ZodType;
  readonly required: boolean;
  /** Media types of the body. Default: only JSON. */
  readonly contentTypes?: readonly string[];
}

interface OperationAnswer {
  readonly description: string;
  readonly schema?: z.ZodType;
  readonly contentTypes?: readonly string[];
  /** Schema of each line; set if the list can also be requested as `application/x-ndjson`. */
  readonly line?: z.ZodType;
  /** Schemas of the body and the lines for the second kind of request that the route accepts. */
  readonly other?: { readonly schema?: z.ZodType; readonly line: z.ZodType };
  /** Schema of the JSON body; set if only some answers with this status have a body. */
  readonly optionalBody?: z.ZodType;
}

/** A method of a path, and its description in the API document. */
export interface Operation {
  readonly tag: keyof typeof tags;
  readonly summary: string;
  /** Callers who may use the operation. In open mode, `key` includes everyone. Default: `key`. */
  readonly access?: 'key' | 'admin' | 'anyone';
  readonly deprecated?: boolean;
  /** True if the operation is also served under /preview. */
  readonly mirrored?: boolean;
  /** Query parameters as members of an object schema. */
  readonly query?: z.ZodObject;
  readonly body?: OperationBody;
  /** The answers, keyed by status. */
  readonly answers: Readonly<Record<number, OperationAnswer>>;
}

/** Operations keyed by method and path. Paths have OpenAPI's form: `GET /traces/{trace_id}`. */
export type Operations = Readonly<Record<`${HttpMethod} /${string}`, Operation>>;

/** Adds common members to each operation. The operation's own members take precedence over them. */
export function withCommon(
  common: Pick<Operation, 'tag'> & Partial<Operation>,
  operations: Readonly<Record<keyof Operations, Omit<Operation, 'tag'>>>,
): Operations {
  const all = Object.entries(operations);
  return Object.fromEntries(all.map(([name, operation]) => [name, { ...common, ...operation }]));
}

/** Describes the only answer of an operation. */
export function answer(status: number, description: string, schema: z.ZodType) {
  return { [status]: { description, schema } };
}
