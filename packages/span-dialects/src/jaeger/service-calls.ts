import { compareCodePoints, type TreeSpan } from '@spanhouse/span-schema';
import { serviceNamed } from '../spans/service-of.js';
import { structureOf } from '../spans/trace-structure.js';

/** A span and the service that recorded it. */
export interface ServiceSpan extends TreeSpan {
  readonly service_name: string | undefined;
}

/** Counts spans whose parent is stored and belongs to a different service. */
export class ServiceCallCounts {
  /** Numbers of calls, keyed by child service and then by parent service. */
  readonly #counts = new Map<string, Map<string, number>>();

  /**
   * Counts the calls in a trace. `spans` contains all spans of the trace. A span on a cycle of parents has no parent.
   */
  addTrace(spans: readonly ServiceSpan[]): void {
    const { children } = structureOf(spans).tree;
    children.forEach((below, position) => {
      const parent = nameAt(position, spans);
      for (const child of below ?? []) {
        this.#add(parent, nameAt(child, spans));
      }
    });
  }

  /** Returns the calls, sorted by (parent, child). */
  calls() {
    return [...this.#counts]
      .flatMap(([child, parents]) =>
        [...parents].map(([parent, callCount]) => ({ parent, child, callCount })),
      )
      .sort(
        (left, right) =>
          compareCodePoints(left.parent, right.parent) ||
          compareCodePoints(left.child, right.child),
      );
  }

  #add(parent: string, child: string): void {
    if (parent === child) {
      return;
    }
    const parents = this.#counts.get(child) ?? new Map<string, number>();
    parents.set(parent, (parents.get(parent) ?? 0) + 1);
    this.#counts.set(child, parents);
  }
}

function nameAt(position: number, spans: readonly ServiceSpan[]): string {
  return serviceNamed(spans[position]?.service_name);
}
