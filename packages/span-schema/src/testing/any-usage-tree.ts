import fc from 'fast-check';

/** A span with its usage and its children. */
interface Node {
  readonly role: 'plain' | 'wrapper' | 'call';
  readonly tokens: number;
  readonly isPriced: boolean;
  readonly scope: string;
  /** Where other libraries record the call again, one after the other. */
  readonly echoes: readonly ('below' | 'beside')[];
  readonly children: readonly Node[];
}

/** A span of a random trace, as far as it matters for usage. */
export interface UsageSpan extends Pick<Node, 'role' | 'tokens' | 'isPriced' | 'scope'> {
  readonly span_id: string;
  readonly parent_id: string | undefined;
  /** Nanoseconds since the start of the trace. */
  readonly start: bigint;
  readonly end: bigint;
}

/** The spans of one trace, and which of them were billed. */
export interface UsageTree {
  /** The first one is the only root. */
  readonly spans: readonly UsageSpan[];
  readonly billedTokens: readonly UsageSpan[];
  readonly billedCosts: readonly UsageSpan[];
}

/** Generates the tree of a trace of wrappers, calls and echoes. Few values, so that calls look alike. */
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
    echoes: fc.array(fc.constantFrom('below', 'beside'), { maxLength: 2 }),
    children:
      child === undefined ? fc.constant([]) : fc.array(child, { maxLength: 2, size: 'max' }),
  });
}

/** Makes the spans of a trace. Each of them is later than the last, so that only echoes lie within the time of a sibling. */
class TreeBuilder {
  readonly #spans: UsageSpan[] = [];
  readonly #calls: UsageSpan[] = [];
  /** Wrappers without a wrapper above them, and priced ones without a priced one above them. */
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
      // A call directly below a call is an echo of it unless both come from one library.
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

  /** Adds the first echo as a child or sibling of a call, and each further echo as a child or sibling of the last. */
  #addEchoes(node: Node, call: UsageSpan, parent: UsageSpan | undefined): void {
    const [place, ...echoes] = node.echoes;
    if (place !== undefined) {
      const index = this.#spans.length;
      const above = place === 'below' ? call : parent;
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

/** The spans of several traces as requests: in any order, some of them sent again. */
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
