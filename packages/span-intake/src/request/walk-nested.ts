import type { Location } from '@spanhouse/span-schema';
import { isJsonObject, type JsonObject, type JsonValue, parseSpanId } from '@spanhouse/span-schema';
import {
  MAX_FAULTS,
  tooManyFaults,
  type UnprocessableRequest,
  unprocessable,
} from '../submission/problem.js';
import type { SpanDraft } from '../submission/span-draft.js';
import { SpanFault, wrongType } from '../submission/span-fault.js';
import {
  type NestedSource,
  type NodePosition,
  type Submission,
  toLocation,
} from '../submission/submission.js';
import { type ReadingRules, readSpan } from './read-span.js';
import { readEntry } from './walk-flat.js';

/** Maximum number of nested levels. A body with more levels is refused as a whole. */
const DEEPEST_NODE = 100;

/** The values that all nodes of one container have in common. */
interface Surroundings {
  position: NodePosition | Location;
  /** Span id of the nearest enclosing node whose id is valid. */
  parentId: string | undefined;
  depth: number;
}

/**
 * Collects the nodes of nested traces. Children come before their parent. The recursion ends after DEEPEST_NODE levels.
 * After MAX_FAULTS faults, the walk continues but reads nothing.
 */
export class NestedWalk {
  readonly #rules: ReadingRules;
  readonly #entries: (SpanDraft | SpanFault)[] = [];
  readonly #sources: NestedSource[] = [];
  #faults = 0;
  #isTooDeep = false;

  constructor(rules: ReadingRules) {
    this.#rules = rules;
  }

  /**
   * Returns the collected spans, or the problem with the request. `member` names the member of the body that was
   * walked.
   */
  finish(member: 'traces' | 'trace'): Submission | UnprocessableRequest {
    if (this.#isTooDeep) {
      return nestingTooDeep(member);
    }
    return this.#faults > MAX_FAULTS
      ? tooManyFaults
      : { entries: this.#entries, flat: undefined, nested: this.#sources };
  }

  /** Collects the `spans` of a trace. The trace may have no spans. */
  visitTrace(trace: JsonValue, location: Location): void {
    if (isJsonObject(trace)) {
      this.#visitContainer(trace['spans'], { position: location, parentId: undefined, depth: 0 });
    } else {
      const fault = () => wrongType('invalid_trace', { loc: [], input: trace }, 'object');
      this.report(fault, trace, location);
    }
  }

  /** Records the fault for a value that is not a span. */
  report(fault: () => SpanFault, sent: JsonValue, location: Location): void {
    this.#record(fault, { sent, position: location, inheritedParentId: undefined });
  }

  #visitContainer(container: JsonValue | undefined, surroundings: Surroundings): void {
    if (container === undefined || container === null) {
      return;
    }
    if (!isJsonObject(container)) {
      this.#reportContainer(container, surroundings);
      return;
    }
    for (const name of Object.keys(container)) {
      const value = container[name] as JsonValue;
      if (Array.isArray(value)) {
        value.forEach((entry, index) => {
          this.#visitEntry(entry, surroundings, { name, index });
        });
      } else {
        this.#visitEntry(value, surroundings, { name, index: -1 });
      }
    }
  }

  #visitEntry(
    sent: JsonValue,
    { position: above, parentId, depth }: Surroundings,
    { name, index }: { name: string; index: number },
  ): void {
    if (isJsonObject(sent) && depth === DEEPEST_NODE) {
      this.#isTooDeep = true;
      return;
    }
    const position: NodePosition = { above, name, index };
    const children = isJsonObject(sent) ? (sent['spans'] ?? undefined) : undefined;
    if (children !== undefined) {
      const enclosing = parseSpanId((sent as JsonObject)['span_id']) ?? parentId;
      this.#visitContainer(children, { position, parentId: enclosing, depth: depth + 1 });
    }
    const inherited = { span_name: name, parent_id: parentId };
    const read = () => readEntry(sent, (span) => readSpan(span, inherited, this.#rules));
    this.#record(read, { sent, position, inheritedParentId: parentId });
  }

  #reportContainer(sent: JsonValue, { position, parentId }: Surroundings): void {
    const fault = () => wrongType('invalid_children', { loc: [], input: sent }, 'object');
    const container = [...toLocation(position), 'spans'];
    this.#record(fault, { sent, position: container, inheritedParentId: parentId });
  }

  #record(read: () => SpanDraft | SpanFault, source: NestedSource): void {
    if (this.#faults > MAX_FAULTS) {
      return;
    }
    const entry = read();
    this.#faults += entry instanceof SpanFault ? 1 : 0;
    if (this.#faults <= MAX_FAULTS) {
      this.#entries.push(entry);
      this.#sources.push(source);
    }
  }
}

function nestingTooDeep(member: string): UnprocessableRequest {
  return unprocessable({
    type: 'nesting_too_deep',
    loc: ['body', member],
    msg: 'Spans are nested deeper than 100 levels',
  });
}
