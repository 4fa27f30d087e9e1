import type { HttpMethod } from '@spanhouse/api-kit';
import type { z } from 'zod';

/** The groups of operations in the order of the page, each with the files of docs/api about it. */
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
  /** Default: JSON only. */
  readonly contentTypes?: readonly string[];
}

interface OperationAnswer {
  readonly description: string;
  readonly schema?: z.ZodType;
  readonly contentTypes?: readonly string[];
  /** The schema of each line, if the list can also be requested as `application/x-ndjson`. */
  readonly line?: z.ZodType;
  /** The schemas of the body and of the lines in answers to other requests to the same route. */
  readonly other?: { readonly schema?: z.ZodType; readonly line: z.ZodType };
  /** The schema of the JSON body, if only some answers of this status have one. */
  readonly optionalBody?: z.ZodType;
}

/** One method of one path, as the API document describes it. */
export interface Operation {
  readonly tag: keyof typeof tags;
  readonly summary: string;
  /** Callers of the operation; in open mode `key` means anyone. Default: `key`. */
  readonly access?: 'key' | 'admin' | 'anyone';
  readonly deprecated?: boolean;
  /** True if the operation is also served below /preview. */
  readonly mirrored?: boolean;
  /** The parameters of the query string, as the members of an object. */
  readonly query?: z.ZodObject;
  readonly body?: OperationBody;
  /** By status. */
  readonly answers: Readonly<Record<number, OperationAnswer>>;
}

/** Operations by method and path, the path in the form of OpenAPI: `GET /traces/{trace_id}`. */
export type Operations = Readonly<Record<`${HttpMethod} /${string}`, Operation>>;

/** Adds common members to operations; the members of an operation take precedence. */
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
