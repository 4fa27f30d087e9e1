import { toOtlpResource, toOtlpScope, toOtlpSpan } from '@spanhouse/span-dialects/jaeger';
import { type DialectSpan, structureOf } from '@spanhouse/span-dialects/spans';
import type { StoredSpan } from '@spanhouse/span-row';
import type { WholeTrace } from '@spanhouse/trace-store/reader';
import { toDialectSpan } from '../../front-doors/to-dialect-span.js';
import { stringifyStored } from '../../span-json/parse-stored-json.js';

/** Yields an answer of version 3, `{"result":{"resourceSpans":[…]}}`, in pieces; nothing without traces. */
export async function* writeOtlpTraces(
  portions: AsyncIterable<readonly WholeTrace[]>,
): AsyncGenerator<string> {
  let before = '{"result":{"resourceSpans":[';
  for await (const traces of portions) {
    for (const trace of traces) {
      yield before;
      yield* writeResourceSpans(trace);
      before = ',';
    }
  }
  if (before === ',') {
    yield ']}}';
  }
}

async function* writeResourceSpans({ nodes, read }: WholeTrace): AsyncGenerator<string> {
  const { cyclic } = structureOf(nodes);
  const writer = new ResourceSpansWriter();
  let position = 0;
  for await (const spans of read([...nodes.keys()])) {
    for (const span of spans) {
      yield writer.span(span, cyclic.has(position));
      position += 1;
    }
  }
  yield writer.end();
}

/** Writes spans one by one. Consecutive spans share their resource, and their scope if it is equal. */
class ResourceSpansWriter {
  #last: StoredSpan | undefined;

  span(stored: StoredSpan, isCyclic: boolean): string {
    const span = toDialectSpan(stored);
    const before = this.#begin(stored, span);
    this.#last = stored;
    return before + stringifyStored(toOtlpSpan(span, isCyclic));
  }

  end(): string {
    return ']}]}';
  }

  /** Returns the text between the last span and the next one. */
  #begin(stored: StoredSpan, span: DialectSpan): string {
    const isSameResource = this.#last?.resource === stored.resource;
    if (this.#last !== undefined && isSameResource && this.#last.scope === stored.scope) {
      return ',';
    }
    const scope = `{"scope":${stringifyStored(toOtlpScope(span))},"spans":[`;
    if (this.#last !== undefined && isSameResource) {
      return `]},${scope}`;
    }
    const resource = `{"resource":${stringifyStored(toOtlpResource(span))},"scopeSpans":[`;
    return (this.#last === undefined ? '' : ']}]},') + resource + scope;
  }
}
