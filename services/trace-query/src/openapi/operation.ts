import type { HttpMethod } from '@spanhouse/service-runtime';
import type { z } from 'zod';

/** In the order of the page. */
export const TAGS = [
  ...(['Ingest', 'Receipts', 'Spans', 'Traces', 'Analytics', 'Attributes'] as const),
  ...(['Simple traces', 'Saved queries', 'Admin', 'Service'] as const),
] as const;

interface OperationBody {
  readonly shape: z.ZodType;
  readonly required: boolean;
  /** Default: JSON alone. */
  readonly contentTypes?: readonly string[];
}

interface OperationAnswer {
  readonly description: string;
  readonly shape?: z.ZodType;
  readonly contentTypes?: readonly string[];
  /** Of each line of the same list as `application/x-ndjson`, where it can be asked for. */
  readonly line?: z.ZodType;
}

/** One method of one path, as the API document describes it. */
export interface Operation {
  readonly tag: (typeof TAGS)[number];
  readonly summary: string;
  /** Who may call it; in open mode `key` means anyone. Default: `key`. */
  readonly access?: 'key' | 'admin' | 'anyone';
  readonly deprecated?: boolean;
  /** Also below /preview. */
  readonly mirrored?: boolean;
  /** An object whose members are the parameters of the query string. */
  readonly query?: z.ZodObject;
  readonly body?: OperationBody;
  /** By status. */
  readonly answers: Readonly<Record<number, OperationAnswer>>;
}

/** By method and path, the path as OpenAPI writes it: `GET /traces/{trace_id}`. */
export type Operations = Readonly<Record<`${HttpMethod} /${string}`, Operation>>;
