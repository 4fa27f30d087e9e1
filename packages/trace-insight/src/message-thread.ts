/** The messages of one model call. Messages with the same content have equal texts. */
export interface ThreadCall {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** A message and its change between two calls. `at` is the index in the list that contains the message. */
export interface ThreadStep {
  /** `removed` messages belong to the base; the others are inputs of the call. */
  readonly kind: 'same' | 'added' | 'removed';
  readonly at: number;
}

/** The inputs of one call compared with the messages of the call that it continues. */
export interface ThreadTurn {
  /** Position of the earlier call with the longest common beginning; -1 if there is no such call. */
  readonly base: number;
  /** Steps in order. The messages of the base are its inputs followed by its outputs. */
  readonly steps: readonly ThreadStep[];
}

/** Number of earlier calls that a call is compared with. */
const MAX_LOOK_BACK = 32;
/** Lists with a larger product of lengths are not matched message by message. */
const MAX_CELLS = 1_000_000;

/** Returns the new messages of each call of a run, compared with the latest call that it continues. */
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
 * Returns the latest call with the longest common beginning. Without a common beginning, returns the previous call if
 * they share a message.
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

/** Returns the minimum steps from one list of messages to another; a long middle part is replaced as a whole. */
function stepsBetween(base: readonly string[], inputs: readonly string[]): readonly ThreadStep[] {
  const start = commonStart(base, inputs);
  const [oldRest, newRest] = [base.slice(start), inputs.slice(start)];
  const pairs = oldRest.length * newRest.length > MAX_CELLS ? [] : longestCommon(oldRest, newRest);
  const steps: ThreadStep[] = range('same', 0, start);
  let [from, to] = [start, start];
  for (const [old, fresh] of pairs) {
    steps.push(...range('removed', from, start + old), ...range('added', to, start + fresh));
    steps.push({ kind: 'same', at: start + fresh });
    [from, to] = [start + old + 1, start + fresh + 1];
  }
  return [...steps, ...range('removed', from, base.length), ...range('added', to, inputs.length)];
}

function range(kind: ThreadStep['kind'], from: number, to: number): ThreadStep[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => ({ kind, at: from + at }));
}

/** Returns the positions of a longest common subsequence. */
function longestCommon(
  one: readonly string[],
  other: readonly string[],
): readonly (readonly [number, number])[] {
  const longest = commonLengths(one, other);
  const pairs: [number, number][] = [];
  let [i, j] = [0, 0];
  while (i < one.length && j < other.length) {
    if (one[i] === other[j]) {
      pairs.push([i, j]);
      [i, j] = [i + 1, j + 1];
    } else if (longest(i + 1, j) >= longest(i, j + 1)) {
      i += 1;
    } else {
      j += 1;
    }
  }
  return pairs;
}

/** Returns the length of the longest common subsequence of the rests after two positions. */
function commonLengths(one: readonly string[], other: readonly string[]) {
  const width = other.length + 1;
  const cells = new Int32Array((one.length + 1) * width);
  const longest = (i: number, j: number) => cells[i * width + j] ?? 0;
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      const isSame = one[i] === other[j];
      cells[i * width + j] = isSame
        ? longest(i + 1, j + 1) + 1
        : Math.max(longest(i + 1, j), longest(i, j + 1));
    }
  }
  return longest;
}
