import { completeOutline } from '../trace/outline/complete-outline.js';
import type { Outline } from '../trace/outline/outline.js';

/** A span in the input of `anOutline`. */
interface OutlineRow {
  /** Index of the parent span. The default is -1, the top level. */
  readonly parent?: number;
  readonly start?: number;
  readonly duration?: number;
  readonly name?: string;
  readonly service?: string | undefined;
  readonly type?: string;
  readonly model?: string;
  /** OTLP status code. */
  readonly status?: number;
}

/** Builds the outline of a trace `t`. The spans are given in tree order and get the ids 1, 2 and so on. */
export function anOutline(rows: readonly OutlineRow[], members: Partial<Outline> = {}): Outline {
  const numbers = (value: (row: OutlineRow) => number = () => 0) => Float64Array.from(rows, value);
  const texts = [...new Set(rows.flatMap((row) => columns.map((name) => row[name] ?? [])).flat())];
  const [name, service, type, model] = columns.map((column) =>
    Int32Array.from(rows, (row) => texts.indexOf(row[column] ?? absent)),
  ) as [Int32Array, Int32Array, Int32Array, Int32Array];
  return completeOutline({
    traceId: 't',
    count: rows.length,
    stored: rows.length,
    isPartial: false,
    base: 0n,
    ids: BigUint64Array.from(rows, (_, at) => BigInt(at + 1)),
    parent: Int32Array.from(rows, ({ parent = -1 }) => parent),
    start: numbers(({ start = 0 }) => start),
    duration: numbers(({ duration = 0 }) => duration),
    name,
    service,
    type,
    model,
    texts,
    status: Uint8Array.from(rows, ({ status = 0 }) => status),
    flags: new Uint8Array(rows.length),
    bytes: numbers(),
    tokens: numbers(),
    tokensAll: numbers(),
    costs: numbers(),
    costsAll: numbers(),
    errorsAll: numbers(),
    orphans: new Map(),
    cycles: new Map(),
    totals: { tokens: noSums, costs: noSums, errors: 0 },
    ...members,
  });
}

const noSums = { prompt: 0, completion: 0, total: 0 };
const columns = ['name', 'service', 'type', 'model'] as const;
/** Placeholder for an absent string. No span contains it. */
const absent = '\0';
