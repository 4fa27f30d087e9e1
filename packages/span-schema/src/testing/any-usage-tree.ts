import fc from 'fast-check';

/** A span with its usage and its children. */
interface Node {
  readonly role: 'plain' | 'wrapper' | 'call';
  readonly tokens: number;
  readonly isPriced: boolean;
  readonly scope: string;
  /** Spans of other libraries that record this call again. Each span is a child or a sibling of the previous one. */
  readonly echoes: readonly ('child' | 'sibling')[];
  readonly children: readonly Node[];
}

/** The usage-related members of a span in a random trace. */
export interface UsageSpan extends Pick<Node, 'role' | 'tokens' | 'isPriced' | 'scope'> {
  readonly span_id: string;
  readonly parent_id: string | undefined;
  /** The span's start in nanoseconds since the start of the trace. */
  readonly start: bigint;
  readonly end: bigint;
}

/** The spans of one trace, and the spans that were billed. */
export interface UsageTree {
  /** All spans of the trace. The first span is the only root. */
  readonly spans: readonly UsageSpan[];
  readonly billedTokens: readonly UsageSpan[];
  readonly billedCosts: readonly UsageSpan[];
}

/**
 * Generates a trace of wrappers, calls and echoes. Uses only a few different values, so that calls often resemble each
 * other.
 */
export function anyUsageTree(): fc.Arbitrary<UsageTree> {
  return anyNode(3, ['plain', 'wrapper']).map((root) => {
    const builder = new TreeBuilder();
    builder.add(root, undefined, []);
    return builder.build();
  });
}

function anyNode(depth: number, roles: readonly Node['role'][]): fc.Arbitrary<Node> {
  const child = depth === 0 ? undefined : anyNode(depth - 1, ['plain', 'wrapper', 'call', 'call']);
  return fc.record({
    role: fc.constantFrom(...roles),
    tokens: fc.constantFrom(2, 3),
    isPriced: fc.boolean(),
    scope: fc.constantFrom('a', 'm'),
    echoes: fc.array(fc.constantFrom('child', 'sibling'), { maxLength: 2 }),
    children:
      child === undefined ? fc.constant([]) : fc.array(child, { maxLength: 2, size: 'max' }),
  });
}

/** Builds the spans of a trace. Each span starts after the previous span ends, so only echoes overlap a sibling. */
class TreeBuilder {
  readonly #spans: UsageSpan[] = [];
  readonly #calls: UsageSpan[] = [];
  /**
   * The topmost wrappers. For tokens, a wrapper is topmost if no wrapper is above it. For costs, a priced wrapper is
   * topmost if no priced wrapper is above it.
   */
  readonly #topmost = { tokens: [] as UsageSpan[], costs: [] as UsageSpan[] };
  #now = 0n;

  add(node: Node, parent: UsageSpan | undefined, above: readonly UsageSpan[]): void {
    const index = this.#spans.length;
    const span = this.#open(node, parent);
    if (node.role === 'call') {
      this.#calls.push(span);
      this.#addEchoes(node, span, parent);
    } else if (node.role === 'wrapper') {
      this.#addTopmost(span, above);
    }
    for (const child of node.children) {
      // A direct child of a call would be an echo if it had a different scope, so it gets the scope of the call.
      const scope = node.role === 'call' ? node.scope : child.scope;
      this.add({ ...child, scope }, span, [...above, span]);
    }
    this.#close(index);
  }

  build(): UsageTree {
    const hasPrice = this.#calls.some(({ isPriced }) => isPriced);
    return {
      spans: this.#spans,
      billedTokens: this.#calls.length > 0 ? this.#calls : this.#topmost.tokens,
      billedCosts: (hasPrice ? this.#calls : this.#topmost.costs).filter((span) => span.isPriced),
    };
  }

  #addTopmost(span: UsageSpan, above: readonly UsageSpan[]): void {
    const wrappers = above.filter(({ role }) => role === 'wrapper');
    if (wrappers.length === 0) {
      this.#topmost.tokens.push(span);
    }
    if (!wrappers.some(({ isPriced }) => isPriced)) {
      this.#topmost.costs.push(span);
    }
  }

  /**
   * Adds the echoes of a call. The first echo is a child or sibling of the call, and each further echo is a child or
   * sibling of the previous echo.
   */
  #addEchoes(node: Node, call: UsageSpan, parent: UsageSpan | undefined): void {
    const [relation, ...echoes] = node.echoes;
    if (relation !== undefined) {
      const index = this.#spans.length;
      const above = relation === 'child' ? call : parent;
      const next = { ...node, scope: `sdk ${echoes.length}`, echoes };
      this.#addEchoes(next, this.#open(next, above), above);
      this.#close(index);
    }
  }

  #open({ role, tokens, isPriced, scope }: Node, parent: UsageSpan | undefined): UsageSpan {
    const span_id = (this.#spans.length + 1).toString(16).padStart(16, '0');
    const start = this.#tick();
    const usage = { role, tokens, isPriced, scope };
    const span = { ...usage, span_id, parent_id: parent?.span_id, start, end: start };
    this.#spans.push(span);
    return span;
  }

  #close(index: number): void {
    this.#spans[index] = { ...(this.#spans[index] as UsageSpan), end: this.#tick() };
  }

  #tick(): bigint {
    this.#now += 1n;
    return this.#now;
  }
}

/** Generates requests with the spans of several traces in any order. Some spans are sent more than once. */
export function anyRequests<Span>(
  spans: readonly Span[],
): fc.Arbitrary<readonly (readonly Span[])[]> {
  return fc
    .tuple(
      fc.shuffledSubarray([...spans], { minLength: spans.length }),
      fc.boolean().chain((isResent) => fc.subarray(isResent ? [...spans] : [])),
      fc.constantFrom(1, 1, 2, 3),
    )
    .map(([first, again, count]) => cut([...first, ...again], count));
}

function cut<Item>(items: readonly Item[], count: number): readonly (readonly Item[])[] {
  const size = Math.ceil(items.length / count);
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  ).filter((request) => request.length > 0);
}
