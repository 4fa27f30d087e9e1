import type { OutlineLine } from '@spanhouse/span-schema/api';
import { ApiProblem, readProblem } from '../../api/api-problem.js';
import { readLines } from '../../api/json/read-lines.js';
import { readTime } from '../../parts/values/format-time.js';
import type { TaskContext } from '../workers/worker-messages.js';
import { completeOutline } from './complete-outline.js';
import { MAX_SPANS, type Outline, readSpanId } from './outline.js';

interface OutlineRequest {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

const NOT_MODIFIED = 304;

/**
 * Reads an outline line by line as it arrives. Sends the first spans as a part, before the rest has arrived. Returns
 * undefined if the trace has not changed. Rejects with an ApiProblem if the read fails.
 */
export async function receiveOutline(
  { address, headers }: OutlineRequest,
  { signal, send }: TaskContext,
) {
  const response = await fetch(address, { headers, signal }).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new ApiProblem('The service does not answer.', { status: 0, cause });
  });
  const cost = response.headers.get('x-query-cost') ?? undefined;
  if (response.status === NOT_MODIFIED) {
    await response.arrayBuffer();
    return { outline: undefined, cost };
  }
  if (!response.ok) {
    throw await readProblem(response, signal);
  }
  const reader = new OutlineReader();
  let isFirst = true;
  for await (const line of readLines(response)) {
    reader.takeLine(line);
    if (isFirst && reader.read > 0) {
      isFirst = false;
      send(reader.begin());
    }
  }
  const etag = response.headers.get('etag') ?? undefined;
  return { outline: { ...reader.finish(), etag }, cost };
}

type Portion = Extract<OutlineLine, { readonly span_id: unknown }>;
type End = Extract<OutlineLine, { readonly end: true }>;
type Head = Exclude<OutlineLine, Portion | End>;

interface Failure {
  readonly error: { readonly message?: string } | string;
}

const none = { prompt: 0, completion: 0, total: 0 };
const noEnd: End = {
  end: true,
  orphans: [],
  cycles: [],
  totals: { tokens: none, costs: none, errors: 0 },
};

/**
 * Collects the lines of an outline in typed arrays, which are allocated only once. If the trace is too large, only its
 * first spans are kept. For the format, see docs/api/spans-and-traces.md.
 */
export class OutlineReader {
  #head: Head | undefined;
  #read = 0;
  #texts: string[] = [];
  #columns = allocate(0);
  #end: End | undefined;

  /** Number of spans read so far. */
  get read(): number {
    return this.#read;
  }

  /** Processes the next line. Throws an ApiProblem if the line states that the service aborted the response. */
  takeLine(text: string): void {
    const line = JSON.parse(text) as OutlineLine | Failure;
    if ('error' in line) {
      const message = typeof line.error === 'string' ? line.error : line.error.message;
      throw new ApiProblem(message ?? 'The service ended its answer too early.', { status: 503 });
    }
    if ('end' in line) {
      this.#end = line;
    } else if ('span_id' in line) {
      this.#takePortion(line);
    } else {
      this.#head = line;
      this.#columns = allocate(Math.min(MAX_SPANS, line.spans));
    }
  }

  /** Returns the complete outline. Throws an ApiProblem if the last line is missing. */
  finish(): Outline {
    if (this.#head === undefined || this.#end === undefined) {
      throw new ApiProblem('The trace is not complete: the connection was lost.', { status: 0 });
    }
    return this.#outlineOf(this.#head, this.#columns, this.#end);
  }

  /** Returns an outline of the spans read so far. The outline and the reader share no memory. */
  begin(): Outline {
    const columns = allocate(this.#read);
    for (const name of Object.keys(columns) as (keyof typeof columns)[]) {
      columns[name].set(this.#columns[name].subarray(0, this.#read) as never);
    }
    const head = this.#head ?? { trace_id: '', spans: 0 };
    return { ...this.#outlineOf(head, columns, noEnd), isPartial: true };
  }

  #outlineOf(head: Head, columns: Columns, end: End): Outline {
    const { trace_id: traceId, spans: stored, base } = head;
    const kept = (ids: End['orphans']) =>
      new Map((ids as [number, string][]).filter(([at]) => at < this.#read));
    return completeOutline({
      traceId,
      count: this.#read,
      stored,
      isPartial: false,
      base: base === undefined ? 0n : readTime(base),
      texts: [...this.#texts],
      ...columns,
      orphans: kept(end.orphans),
      cycles: kept(end.cycles),
      totals: end.totals,
    });
  }

  #takePortion(whole: Portion): void {
    const columns = this.#columns;
    const at = this.#read;
    const portion = firstOf(whole, columns.ids.length - at);
    for (const text of portion.texts) {
      this.#texts.push(text);
    }
    for (const name of copied) {
      columns[name].set(portion[name], at);
    }
    columns.ids.set(
      portion.span_id.map((id) => readSpanId(id) ?? 0n),
      at,
    );
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

/** Returns a portion with only its first `count` spans, but with all of its strings. */
function firstOf(portion: Portion, count: number): Portion {
  if (portion.span_id.length <= count) {
    return portion;
  }
  const members = Object.entries(portion).map(([name, values]) => [
    name,
    name === 'texts' ? values : values.slice(0, count),
  ]);
  return Object.fromEntries(members) as Portion;
}

/** Members whose values are copied unchanged to the arrays of the outline. */
const copied = ['parent', 'name', 'service', 'type', 'model', 'status', 'flags', 'bytes'] as const;

function totalOf([, , total = 0]: readonly number[]): number {
  return total;
}

type Columns = ReturnType<typeof allocate>;

function allocate(count: number) {
  const positions = () => new Int32Array(count);
  const numbers = () => new Float64Array(count);
  return {
    ids: new BigUint64Array(count),
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
