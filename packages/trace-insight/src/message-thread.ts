import { alignedPositions, commonOrder, numberTexts } from './common-order.js';

/** The messages of one model call as strings. Messages with the same content have equal strings. */
export interface ThreadCall {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/**
 * A message that two calls share, or that was added or removed between them. `at` is the index in the list that
 * contains the message.
 */
export interface ThreadStep {
  /** `removed` messages belong to the base call; all other messages are inputs of this call. */
  readonly kind: 'same' | 'added' | 'removed';
  readonly at: number;
}

/** The inputs of one call, compared with the messages of the call that it continues. */
export interface ThreadTurn {
  /** The index of the earlier call that this call continues; -1 if there is no such call. */
  readonly base: number;
  /**
   * The steps from the messages of the base call to the inputs of this call, in order. The messages of the base call
   * are its inputs, followed by its outputs.
   */
  readonly steps: readonly ThreadStep[];
}

/** Maximum number of earlier calls with which a call is compared. */
const MAX_LOOK_BACK = 32;
/** Maximum product of the lengths of two lists that are compared message by message. */
const MAX_CELLS = 1_000_000;

/**
 * Compares each call of a run with the earlier call that it continues. Returns the unchanged, added and removed
 * messages of each call.
 */
export function buildThread(calls: readonly ThreadCall[]): readonly ThreadTurn[] {
  return calls.map(({ inputs }, at) => {
    const base = findBase(calls, at);
    return { base, steps: stepsBetween(messagesAfter(calls[base]), inputs) };
  });
}

function messagesAfter(call: ThreadCall | undefined): readonly string[] {
  return call === undefined ? [] : [...call.inputs, ...call.outputs];
}

/**
 * Returns the earlier call whose messages have the longest beginning in common with the inputs of the call at `at`. If
 * several calls qualify, returns the latest. If no call has a common beginning, returns the previous call, provided
 * that it has any message in common with the inputs.
 */
function findBase(calls: readonly ThreadCall[], at: number): number {
  const inputs = calls[at]?.inputs ?? [];
  let best = -1;
  let longest = 0;
  for (let before = at - 1; before >= Math.max(0, at - MAX_LOOK_BACK); before--) {
    const common = commonStart(messagesAfter(calls[before]), inputs);
    if (common > longest) {
      best = before;
      longest = common;
    }
  }
  const previous = new Set(messagesAfter(calls[at - 1]));
  const continuesPrevious = inputs.some((message) => previous.has(message));
  return best < 0 && continuesPrevious ? at - 1 : best;
}

function commonStart(one: readonly string[], other: readonly string[]): number {
  const end = Math.min(one.length, other.length);
  let at = 0;
  while (at < end && one[at] === other[at]) {
    at += 1;
  }
  return at;
}

/**
 * Returns the smallest set of steps that turns one list of messages into another. If the lists are long after their
 * common beginning, the rest is not compared; all of its messages count as removed or added.
 */
function stepsBetween(base: readonly string[], inputs: readonly string[]): readonly ThreadStep[] {
  const start = commonStart(base, inputs);
  const [oldRest, newRest] = [base.slice(start), inputs.slice(start)];
  const isShort = oldRest.length * newRest.length <= MAX_CELLS;
  const pairs = isShort ? commonOrder(...numberTexts(oldRest, newRest)) : [];
  const rest = alignedPositions(pairs, oldRest.length, newRest.length);
  return [
    ...Array.from({ length: start }, (_, at) => ({ kind: 'same' as const, at })),
    ...rest.map(([old, fresh]) =>
      fresh < 0
        ? { kind: 'removed' as const, at: start + old }
        : { kind: old < 0 ? ('added' as const) : ('same' as const), at: start + fresh },
    ),
  ];
}
