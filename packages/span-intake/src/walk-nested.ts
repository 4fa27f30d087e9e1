import { isJsonObject, type JsonObject, type JsonValue, parseSpanId } from '@spanhouse/span-schema';
import { type Location, type UnprocessableRequest, unprocessable } from './problem.js';
import { type ReadingRules, readSpan } from './read-span.js';
import type { SpanDraft } from './span-draft.js';
import { SpanFault, wrongType } from './span-fault.js';
import { type NestedSource, type Place, type Submission, toLocation } from './submission.js';
import { MAX_FAULTS, TOO_MANY_FAULTS } from './too-many-faults.js';

const DEEPEST_NODE = 100;

/** What the nodes of one container have in common. */
interface Surroundings {
  place: Place | Location;
  /** The nearest enclosing node with a valid span id. */
  parentId: string | undefined;
  depth: number;
}

/** Collects the nodes of nested traces, children before their parent. Its recursion ends at the deepest level. */
export class NestedWalk {
  readonly #rules: ReadingRules;
  readonly #entries: (SpanDraft | SpanFault)[] = [];
  readonly #sources: NestedSource[] = [];
  #faults = 0;
  #isTooDeep = false;

  constructor(rules: ReadingRules) {
    this.#rules = rules;
  }

  /** What was collected; `member` names the part of the body that was walked. */
  finish(member: 'traces' | 'trace'): Submission | UnprocessableRequest {
    if (this.#isTooDeep) {
      return nestingTooDeep(member);
    }
    return this.#faults > MAX_FAULTS
      ? TOO_MANY_FAULTS
      : { entries: this.#entries, flat: undefined, nested: this.#sources };
  }

  /** Takes the `spans` of a trace; a trace without them contributes nothing. */
  visitTrace(trace: JsonValue, location: Location): void {
    if (isJsonObject(trace)) {
      this.#visitContainer(trace['spans'], { place: location, parentId: undefined, depth: 0 });
    } else {
      const fault = wrongType('invalid_trace', { loc: [], input: trace }, 'object');
      this.report(fault, trace, location);
    }
  }

  /** Records what cannot be taken and is no span itself. */
  report(fault: SpanFault, sent: JsonValue, location: Location): void {
    this.#record(fault, { sent, place: location, inheritedParentId: undefined });
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
    surroundings: Surroundings,
    { name, index }: { name: string; index: number },
  ): void {
    const place: Place = { above: surroundings.place, name, index };
    if (isJsonObject(sent)) {
      this.#visitNode(sent, surroundings, place);
    } else {
      const fault = wrongType('invalid_span', { loc: [], input: sent }, 'span');
      this.#record(fault, { sent, place, inheritedParentId: surroundings.parentId });
    }
  }

  #visitNode(node: JsonObject, { parentId, depth }: Surroundings, place: Place): void {
    if (depth === DEEPEST_NODE) {
      this.#isTooDeep = true;
      return;
    }
    const children = node['spans'];
    if (children !== undefined && children !== null) {
      const enclosing = parseSpanId(node['span_id']) ?? parentId;
      this.#visitContainer(children, { place, parentId: enclosing, depth: depth + 1 });
    }
    const inherited = { span_name: place.name, parent_id: parentId };
    const entry = readSpan(node, inherited, this.#rules);
    this.#record(entry, { sent: node, place, inheritedParentId: parentId });
  }

  #reportContainer(sent: JsonValue, { place, parentId }: Surroundings): void {
    const fault = wrongType('invalid_children', { loc: [], input: sent }, 'object');
    const container = [...toLocation(place), 'spans'];
    this.#record(fault, { sent, place: container, inheritedParentId: parentId });
  }

  #record(entry: SpanDraft | SpanFault, source: NestedSource): void {
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
