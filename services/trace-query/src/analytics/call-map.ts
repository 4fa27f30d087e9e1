import type { CallNode } from '@spanhouse/trace-store/reader';

/** Kind of a map's nodes: services, or the steps of agents. */
export type MapKind = 'service' | 'step';

const namedSteps = ['agent', 'tool'];
const modelSteps = ['llm', 'chat', 'completion', 'embedding', 'query', 'rerank'];

interface NodeName {
  readonly id: string;
  readonly service_name?: string;
  readonly span_type?: string;
  readonly name?: string;
}

interface Duration {
  /** Median duration in ms; null if no span has a duration. */
  readonly p50: number | null;
  readonly p95: number | null;
}

export interface MapNode extends NodeName {
  readonly spans: number;
  /**
   * Number of spans that enter the node. A span does not enter its node if its nearest ancestor with a node belongs to
   * the same node.
   */
  readonly entries: number;
  readonly failed: number;
  readonly duration: Duration;
}

export interface MapEdge {
  readonly from: string;
  readonly to: string;
  readonly calls: number;
  readonly failed: number;
  readonly duration: Duration;
}

class Entries {
  count = 0;
  failed = 0;
  readonly #durations: number[] = [];

  add({ status_code, duration }: CallNode): void {
    this.count += 1;
    this.failed += Number(status_code === 'STATUS_CODE_ERROR');
    if (duration !== undefined) {
      this.#durations.push(duration);
    }
  }

  get duration(): Duration {
    const sorted = Float64Array.from(this.#durations).sort();
    return { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) };
  }
}

interface OpenNode {
  readonly nodeName: NodeName;
  readonly entries: Entries;
  spans: number;
}

interface OpenEdge {
  readonly from: string;
  readonly to: string;
  readonly entries: Entries;
}

/** Counts the calls between nodes. Traces are added one by one. */
export class CallMap {
  readonly #nameOf: (span: CallNode) => NodeName | undefined;
  readonly #nodes = new Map<string, OpenNode>();
  /** Edges, keyed by target and then by source. */
  readonly #edges = new Map<string, Map<string, OpenEdge>>();

  constructor(kind: MapKind) {
    this.#nameOf = kind === 'service' ? serviceOf : stepOf;
  }

  /** Adds all spans of one trace. */
  add(spans: readonly CallNode[]): void {
    const parents = new NearestNames(spans, this.#nameOf);
    for (const span of spans) {
      const nodeName = this.#nameOf(span);
      if (nodeName !== undefined) {
        this.#addSpan(span, nodeName, parents.above(span)?.id);
      }
    }
  }

  /** Returns the nodes, sorted by number of spans (descending) and id. */
  nodes(): readonly MapNode[] {
    return [...this.#nodes.values()]
      .map(({ nodeName, spans, entries }) => ({
        ...nodeName,
        spans,
        entries: entries.count,
        failed: entries.failed,
        duration: entries.duration,
      }))
      .toSorted((left, right) => right.spans - left.spans || compare(left.id, right.id));
  }

  /** Returns the edges, sorted by number of calls (descending) and ids. */
  edges(): readonly MapEdge[] {
    return [...this.#edges.values()]
      .flatMap((sources) => [...sources.values()])
      .map(({ from, to, entries }) => ({
        from,
        to,
        calls: entries.count,
        failed: entries.failed,
        duration: entries.duration,
      }))
      .toSorted(
        (left, right) =>
          right.calls - left.calls || compare(left.from, right.from) || compare(left.to, right.to),
      );
  }

  #addSpan(span: CallNode, nodeName: NodeName, from: string | undefined): void {
    const { id } = nodeName;
    const node = this.#nodes.get(id) ?? { nodeName, entries: new Entries(), spans: 0 };
    this.#nodes.set(id, node);
    node.spans += 1;
    if (from === id) {
      return;
    }
    node.entries.add(span);
    if (from !== undefined) {
      this.#edge(from, id).entries.add(span);
    }
  }

  #edge(from: string, to: string): OpenEdge {
    const sources = this.#edges.get(to) ?? new Map<string, OpenEdge>();
    this.#edges.set(to, sources);
    const edge = sources.get(from) ?? { from, to, entries: new Entries() };
    sources.set(from, edge);
    return edge;
  }
}

/** Finds the node of a span's nearest ancestor that has a node. Each span is visited once. */
class NearestNames {
  readonly #nameOf: (span: CallNode) => NodeName | undefined;
  readonly #byId: ReadonlyMap<string, CallNode>;
  /**
   * Node of each visited span or, if the span has none, of its nearest ancestor with a node. The value is null during
   * the search, and if no ancestor has a node.
   */
  readonly #found = new Map<string, NodeName | null>();

  constructor(spans: readonly CallNode[], nameOf: (span: CallNode) => NodeName | undefined) {
    this.#nameOf = nameOf;
    this.#byId = new Map(spans.map((span) => [span.span_id, span]));
  }

  above({ parent_id }: CallNode): NodeName | undefined {
    const passed: string[] = [];
    let nodeName: NodeName | null | undefined;
    for (let span = this.#get(parent_id); span !== undefined; span = this.#get(span.parent_id)) {
      const { span_id } = span;
      nodeName = this.#found.get(span_id) ?? this.#nameOf(span);
      if (nodeName !== undefined || this.#found.has(span_id)) {
        break;
      }
      this.#found.set(span_id, null); // a second visit means that the span is on a cycle
      passed.push(span_id);
    }
    for (const span_id of passed) {
      this.#found.set(span_id, nodeName ?? null);
    }
    return nodeName ?? undefined;
  }

  #get(id: string | undefined): CallNode | undefined {
    return id === undefined ? undefined : this.#byId.get(id);
  }
}

function serviceOf({ service_name }: CallNode): NodeName {
  return service_name === undefined ? { id: '' } : { id: service_name, service_name };
}

function stepOf({ span_type, span_name, model }: CallNode): NodeName | undefined {
  if (!namedSteps.includes(span_type) && !modelSteps.includes(span_type)) {
    return undefined;
  }
  const name = modelSteps.includes(span_type) ? (model ?? span_name) : span_name;
  return { id: `${span_type}:${name}`, span_type, name };
}

/** Returns a percentile of sorted values. Interpolates linearly at the index p * (n - 1). */
function percentile(sorted: Float64Array, p: number): number | null {
  const rank = p * (sorted.length - 1);
  const low = sorted[Math.floor(rank)];
  const high = sorted[Math.ceil(rank)];
  return low === undefined || high === undefined ? null : low + (high - low) * (rank % 1);
}

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
