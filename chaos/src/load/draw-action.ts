import type { SeededRandom } from '../../../packages/span-intake/src/testing/fuzz/seeded-random.js';
import { type Ledger, latestVersion, type OpenEntry } from './ledger.js';

/** A trace, and the version of its spans that a request sends. */
export interface TraceToSend {
  readonly entry: OpenEntry;
  readonly version: number;
}

/** A request that the sender makes. */
export type Action =
  /**
   * A request that mixes valid traces and faulty spans. The answer has to accept the traces and to list each faulty
   * span.
   */
  | {
      readonly kind: 'write';
      readonly traces: readonly TraceToSend[];
      readonly faultySpans: number;
    }
  | { readonly kind: 'delete'; readonly entry: OpenEntry }
  /** A body that is not JSON. The gateway has to refuse it. */
  | { readonly kind: 'garbage' };

const SPANS_OF_A_TRACE = 4;
const MOST_TRACES = 5;
const MOST_FAULTY_SPANS = 3;

/** Percentage of requests of each kind; the other requests write new traces. */
const percent = { resend: 12, edit: 8, delete: 5, onlyFaulty: 3, garbage: 2, mixed: 10 };

export interface ActionOptions {
  readonly random: SeededRandom;
  /** If false, no span is sent again with different content. */
  readonly hasEdits: boolean;
  /** If false, no trace is deleted. Default: true */
  readonly hasDeletes?: boolean;
}

/** Draws the next request and reserves its traces, so that no concurrent request sends them. */
export function drawAction(ledger: Ledger, options: ActionOptions): Action {
  const action = draw(ledger, options);
  for (const entry of entriesOf(action)) {
    entry.isBusy = true;
  }
  return action;
}

export function entriesOf(action: Action): readonly OpenEntry[] {
  switch (action.kind) {
    case 'write':
      return action.traces.map(({ entry }) => entry);
    case 'delete':
      return [action.entry];
    case 'garbage':
      return [];
  }
}

/** Returns a request with `count` new traces. */
export function newTraces(ledger: Ledger, count: number): Action & { readonly kind: 'write' } {
  const traces = Array.from({ length: count }, () => ({
    entry: ledger.addTrace(SPANS_OF_A_TRACE),
    version: 1,
  }));
  return { kind: 'write', traces, faultySpans: 0 };
}

function draw(ledger: Ledger, { random, hasEdits, hasDeletes = true }: ActionOptions): Action {
  let roll = random.below(100);
  const isOf = (share: number): boolean => {
    roll -= share;
    return roll < 0;
  };
  if (isOf(percent.garbage)) {
    return { kind: 'garbage' };
  }
  if (isOf(percent.onlyFaulty)) {
    return { kind: 'write', traces: [], faultySpans: 1 + random.below(MOST_FAULTY_SPANS) };
  }
  const settled = ledger.settled();
  if (settled.length > 0) {
    const entry = random.pick(settled);
    if (isOf(percent.delete) && hasDeletes) {
      return { kind: 'delete', entry };
    }
    if (isOf(percent.resend)) {
      return again(entry, latestVersion(entry));
    }
    if (isOf(percent.edit) && hasEdits) {
      return again(entry, latestVersion(entry) + 1);
    }
  }
  const isMixed = random.below(100) < percent.mixed;
  return {
    ...newTraces(ledger, 1 + random.below(MOST_TRACES)),
    faultySpans: isMixed ? 1 + random.below(MOST_FAULTY_SPANS) : 0,
  };
}

function again(entry: OpenEntry, version: number): Action {
  return { kind: 'write', traces: [{ entry, version }], faultySpans: 0 };
}
