import {
  arrangeTree,
  idOfServerHalf,
  type SpanTree,
  withoutUndefined,
} from '@spanhouse/span-schema';
import type { DialectSpan } from '../spans/dialect-span.js';
import type { ZipkinSpan } from './to-zipkin-span.js';

/** Members of a span that determine its calls. Callers need not keep the rest of the span. */
export interface CallingSpan extends Pick<DialectSpan, 'span_id' | 'parent_id' | 'start_time'> {
  readonly kind: string | undefined;
  readonly service: string;
  readonly remote: string | undefined;
  readonly hasError: boolean;
  readonly isServerHalf: boolean;
}

export function toCallingSpan(stored: DialectSpan, shown: ZipkinSpan): CallingSpan {
  return {
    span_id: stored.span_id,
    parent_id: stored.parent_id,
    start_time: stored.start_time,
    kind: shown.kind,
    service: shown.localEndpoint.serviceName ?? '',
    remote: shown.remoteEndpoint?.serviceName,
    hasError: shown.tags?.['error'] !== undefined,
    isServerHalf: shown.shared === true,
  };
}

interface Count {
  readonly parent: string;
  readonly child: string;
  callCount: number;
  errorCount: number;
}

/** Counts the calls between services by the rules of Zipkin's linker. */
export class ServiceLinks {
  readonly #counts = new Map<string, Count>();

  /** Counts the calls in a trace. `spans` contains all spans of the trace. */
  addTrace(spans: readonly CallingSpan[]): void {
    const { top, children } = treeOf(spans);
    const ancestors = new Array<number | undefined>(spans.length).fill(undefined);
    const order = [...top];
    for (let at = 0; at < order.length; at++) {
      const position = order[at] ?? 0;
      const below = children[position] ?? [];
      for (const child of below) {
        ancestors[child] = position;
        order.push(child);
      }
      this.#addSpan(spans[position] as CallingSpan, {
        hasChildren: below.length > 0,
        parent: parentOf(position, ancestors, spans),
        ancestor: nearestWithKind(position, ancestors, spans),
      });
    }
  }

  /** Returns the links, sorted by (parent, child). */
  links() {
    return [...this.#counts.values()]
      .sort((left, right) => compare(left.parent, right.parent) || compare(left.child, right.child))
      .map(({ errorCount, ...link }) =>
        withoutUndefined({ ...link, errorCount: errorCount || undefined }),
      );
  }

  #addSpan(span: CallingSpan, relatives: Relatives): void {
    const { kind, service, remote, hasError } = span;
    if (kind === 'PRODUCER') {
      this.#add(service, remote, hasError);
    } else if (kind === 'CONSUMER') {
      this.#add(remote, service, hasError);
    } else if (kind === 'SERVER') {
      this.#addCall({ parent: remote, child: service }, span, relatives);
    } else if (kind === 'CLIENT' ? !relatives.hasChildren : remote !== undefined) {
      this.#addCall({ parent: service, child: remote }, span, relatives);
    }
  }

  #addCall(
    { parent, child }: { readonly parent: string | undefined; readonly child: string | undefined },
    span: CallingSpan,
    { ancestor, parent: parentSpan }: Relatives,
  ): void {
    if (ancestor === undefined) {
      this.#add(parent, child, span.hasError);
      return;
    }
    const isServer = span.kind === 'SERVER';
    if (!isServer && ancestor.service !== span.service) {
      // Some clients send the name of the called service as their own service name.
      this.#add(ancestor.service, span.service, false);
    }
    const isCalledBy = ancestor.kind === 'CLIENT' && ancestor === parentSpan;
    const hasError = span.hasError || (isCalledBy && ancestor.hasError);
    this.#add(isServer ? ancestor.service : (parent ?? ancestor.service), child, hasError);
  }

  #add(parent: string | undefined, child: string | undefined, hasError: boolean): void {
    if (parent === undefined || child === undefined) {
      return;
    }
    const key = JSON.stringify([parent, child]);
    const count = this.#counts.get(key) ?? { parent, child, callCount: 0, errorCount: 0 };
    count.callCount += 1;
    count.errorCount += hasError ? 1 : 0;
    this.#counts.set(key, count);
  }
}

interface Relatives {
  readonly hasChildren: boolean;
  readonly parent: CallingSpan | undefined;
  /** Nearest ancestor that has a span kind. */
  readonly ancestor: CallingSpan | undefined;
}

/** Arranges a trace as Zipkin does: spans whose parent is not stored are placed below the root. */
function treeOf(spans: readonly CallingSpan[]): SpanTree {
  const { top, children } = arrangeTree(belowServers(spans));
  const root = top.find((position) => spans[position]?.parent_id === undefined);
  if (root === undefined) {
    return { top, children };
  }
  const others = top.filter((position) => position !== root);
  const belowRoot = [...(children[root] ?? []), ...others];
  return { top: [root], children: children.with(root, belowRoot) };
}

/**
 * Corrects the parents of spans. If the client and the server of a call have sent their spans with the same id, the
 * server's span is stored below the client's span. A span whose parent has this shared id is placed below the server's
 * span. However, if only the client's span has the same service as this span, it stays below the client's span.
 */
function belowServers(spans: readonly CallingSpan[]): readonly CallingSpan[] {
  const byId = new Map(spans.map((span) => [span.span_id, span]));
  return spans.map((span) => {
    const { parent_id, isServerHalf } = span;
    if (parent_id === undefined || isServerHalf) {
      return span;
    }
    const server = byId.get(idOfServerHalf(parent_id));
    const client = byId.get(parent_id);
    const isOfClient = client?.service === span.service && server?.service !== span.service;
    return server?.isServerHalf === true && !isOfClient
      ? { ...span, parent_id: server.span_id }
      : span;
  });
}

type Ancestors = readonly (number | undefined)[];

function parentOf(position: number, ancestors: Ancestors, spans: readonly CallingSpan[]) {
  const parent = ancestors[position];
  return parent === undefined ? undefined : spans[parent];
}

function nearestWithKind(
  position: number,
  ancestors: Ancestors,
  spans: readonly CallingSpan[],
): CallingSpan | undefined {
  let at = ancestors[position];
  while (at !== undefined && spans[at]?.kind === undefined) {
    at = ancestors[at];
  }
  return at === undefined ? undefined : spans[at];
}

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
