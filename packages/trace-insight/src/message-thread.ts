/** The messages of one call of a model, each as a text that equals that of another message with the same content. */
export interface ThreadCall {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** What became of a message between two calls. `at` counts the messages of the list that carries it. */
export interface ThreadStep {
  /** `removed` messages are those of the base; the others are inputs of the call. */
  readonly kind: 'same' | 'added' | 'removed';
  readonly at: number;
}

/** The inputs of one call beside those of the call that it continues. */
export interface ThreadTurn {
  /** The position of the earlier call with the most messages in common at its beginning; -1 without one. */
  readonly base: number;
  /** In order. The base is followed as its inputs and then its outputs. */
  readonly steps: readonly ThreadStep[];
}

/** A call is compared with so many calls before it. */
const MAX_LOOK_BACK = 32;
/** Lists whose product of lengths is larger are not matched message by message. */
const MAX_CELLS = 1_000_000;

/** Finds what is new in each call of a run, compared with the latest call that it continues. */
export function threadOf(calls: readonly ThreadCall[]): readonly ThreadTurn[] {
  return calls.map(({ inputs }, at) => {
    const base = baseOf(calls, at);
    return { base, steps: stepsBetween(messagesAfter(calls[base]), inputs) };
  });
}

function messagesAfter(call: ThreadCall | undefined): readonly string[] {
  return call === undefined ? [] : [...call.inputs, ...call.outputs];
}

/** Returns the latest call with the longest common beginning, or the one before if none has any but shares a message. */
function baseOf(calls: readonly ThreadCall[], at: number): number {
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

/** Returns the shortest way from one list of messages to another; a long middle part is replaced as a whole. */
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
  const longest = lengthsOfCommon(one, other);
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

/** Returns the length of the longest common subsequence of what follows two positions. */
function lengthsOfCommon(one: readonly string[], other: readonly string[]) {
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
