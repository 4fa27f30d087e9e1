import { ApiProblem } from '../api/api-problem.js';
import type { Outline, OutlineTotals } from './outline.js';

type Numbers = readonly number[];
type Times = readonly (number | string)[];
type Triples = readonly (readonly [number, number, number])[];

interface Head {
  readonly trace_id: string;
  readonly spans: number;
  readonly base?: string;
}

interface Portion {
  readonly texts: readonly string[];
  readonly span_id: readonly string[];
  readonly parent: Numbers;
  readonly start: Times;
  readonly duration: Times;
  readonly name: Numbers;
  readonly service: Numbers;
  readonly type: Numbers;
  readonly model: Numbers;
  readonly status: Numbers;
  readonly flags: Numbers;
  readonly bytes: Numbers;
  readonly tokens: Triples;
  readonly tokens_all: Triples;
  readonly costs: Triples;
  readonly costs_all: Triples;
  readonly errors_all: Numbers;
}

interface End {
  readonly end: true;
  readonly orphans: readonly (readonly [number, string])[];
  readonly cycles: readonly (readonly [number, string])[];
  readonly totals: OutlineTotals;
}

interface Failure {
  readonly error: { readonly message?: string } | string;
}

/**
 * Collects the lines of an outline into typed arrays, whose memory is allocated once. The lines are
 * described in docs/api/spans-and-traces.md.
 */
export class OutlineReader {
  #head: Head | undefined;
  #read = 0;
  #texts: string[] = [];
  #spanIds: string[] = [];
  #columns = allocate(0);
  #end: End | undefined;

  /** The number of spans that were read so far. */
  get read(): number {
    return this.#read;
  }

  /** Takes the next line. Throws an ApiProblem if the service broke off. */
  takeLine(text: string): void {
    const line = JSON.parse(text) as Head | Portion | End | Failure;
    if ('error' in line) {
      const message = typeof line.error === 'string' ? line.error : line.error.message;
      throw new ApiProblem(message ?? 'The service broke off.', { status: 503 });
    }
    if ('end' in line) {
      this.#end = line;
    } else if ('span_id' in line) {
      this.#takePortion(line);
    } else {
      this.#head = line;
      this.#columns = allocate(line.spans);
    }
  }

  /** Returns the outline. Throws an ApiProblem if its last line is missing. */
  finish(toTime: (text: string) => bigint): Outline {
    if (this.#head === undefined || this.#end === undefined) {
      throw new ApiProblem('The trace is not complete: the connection broke off.', { status: 0 });
    }
    const { trace_id: traceId, spans: count, base } = this.#head;
    const { orphans, cycles, totals } = this.#end;
    return {
      traceId,
      count,
      base: base === undefined ? 0n : toTime(base),
      spanIds: this.#spanIds,
      texts: this.#texts,
      ...this.#columns,
      orphans: new Map(orphans),
      cycles: new Map(cycles),
      totals,
    };
  }

  #takePortion(portion: Portion): void {
    const columns = this.#columns;
    const at = this.#read;
    this.#texts.push(...portion.texts);
    this.#spanIds.push(...portion.span_id);
    for (const name of copied) {
      columns[name].set(portion[name], at);
    }
    columns.start.set(portion.start.map(Number), at);
    columns.duration.set(portion.duration.map(Number), at);
    columns.tokens.set(portion.tokens.map(totalOf), at);
    columns.tokensAll.set(portion.tokens_all.map(totalOf), at);
    columns.costs.set(portion.costs.map(totalOf), at);
    columns.costsAll.set(portion.costs_all.map(totalOf), at);
    columns.errorsAll.set(portion.errors_all, at);
    this.#read += portion.span_id.length;
  }
}

/** The members whose values go into their arrays as they are. */
const copied = ['parent', 'name', 'service', 'type', 'model', 'status', 'flags', 'bytes'] as const;

function totalOf([, , total]: readonly [number, number, number]): number {
  return total;
}

function allocate(count: number) {
  const positions = () => new Int32Array(count);
  const numbers = () => new Float64Array(count);
  return {
    parent: positions(),
    name: positions(),
    service: positions(),
    type: positions(),
    model: positions(),
    status: new Uint8Array(count),
    flags: new Uint8Array(count),
    bytes: numbers(),
    start: numbers(),
    duration: numbers(),
    tokens: numbers(),
    tokensAll: numbers(),
    costs: numbers(),
    costsAll: numbers(),
    errorsAll: numbers(),
  };
}
