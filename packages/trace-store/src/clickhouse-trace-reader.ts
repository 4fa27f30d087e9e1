import type { StoredSpan } from '@spanhouse/span-row';
import { findSpans } from './find-spans.js';
import { listSpans } from './list-spans.js';
import { listTraces } from './list-traces.js';
import { type RunStatement, type StatementRunnerOptions, withDeadline } from './run-statement.js';
import { checkSchema } from './schema-state.js';
import type { SpanPage, TracePage, TraceReader } from './trace-reader.js';

export class ClickHouseTraceReader implements TraceReader {
  readonly #options: StatementRunnerOptions;

  constructor(options: StatementRunnerOptions) {
    this.#options = options;
  }

  listSpans(
    selection: Parameters<TraceReader['listSpans']>[0],
    signal: AbortSignal,
  ): Promise<SpanPage> {
    return this.#read(signal, (run) => listSpans(run, selection, selection.after));
  }

  listTraces(
    selection: Parameters<TraceReader['listTraces']>[0],
    signal: AbortSignal,
  ): Promise<TracePage> {
    const start = { selection, after: selection.after };
    return this.#read(signal, (run) => listTraces(run, start));
  }

  findSpans(
    ids: Parameters<TraceReader['findSpans']>[0],
    signal: AbortSignal,
  ): Promise<readonly StoredSpan[]> {
    return this.#read(signal, (run) => findSpans(run, ids));
  }

  async check(): Promise<void> {
    await checkSchema(this.#options.client);
  }

  async close(): Promise<void> {
    await this.#options.client.close();
  }

  #read<Result>(
    signal: AbortSignal,
    work: (run: RunStatement) => Promise<Result>,
  ): Promise<Result> {
    return withDeadline(this.#options, signal, work);
  }
}
