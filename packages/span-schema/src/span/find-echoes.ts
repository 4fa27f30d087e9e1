/** A call with usage, and the members by which its echoes are found. Times are in nanoseconds. */
export interface UsageCall {
  readonly span_id: string;
  readonly parent_id?: string | undefined;
  readonly start_time: bigint;
  readonly end_time: bigint;
  /** The name of the scope; `''` if the span has none. */
  readonly scope_name: string;
  readonly prompt: number;
  readonly completion: number;
  /**
   * Returns the response id that the provider assigned. Called only for calls that may be echoes or may have echoes.
   */
  responseId(): string | undefined;
}

/**
 * Finds the calls of one trace that repeat the usage of another call. This happens if two libraries record the same
 * call (see docs/api/ingest.md). Takes linear time, except for sorting.
 */
export function findEchoes<Call extends UsageCall>(calls: readonly Call[]): ReadonlySet<Call> {
  const echoes = new Set<Call>();
  for (const { head, children } of groupByUsage(calls)) {
    if (head !== undefined) {
      addEchoes(head, children, echoes);
    }
    if (children.length > 1 && children.some((call) => hasOtherScope(call, children[0]))) {
      addEchoesAmong(children, echoes);
    }
  }
  return echoes;
}

/**
 * Calls with the same parent and the same token counts. `head` is the parent if the parent is also a call with these
 * counts.
 */
interface Family<Call> {
  head: Call | undefined;
  readonly children: Call[];
}

function groupByUsage<Call extends UsageCall>(calls: readonly Call[]): Iterable<Family<Call>> {
  const families = new Map<string, Family<Call>>();
  for (const call of calls) {
    if (call.parent_id !== undefined) {
      const key = keyOf(call.parent_id, call);
      const family = families.get(key);
      if (family === undefined) {
        families.set(key, { head: undefined, children: [call] });
      } else {
        family.children.push(call);
      }
    }
  }
  for (const call of calls) {
    const family = families.get(keyOf(call.span_id, call));
    if (family !== undefined) {
      family.head = call;
    }
  }
  return families.values();
}

function keyOf(parentId: string, { prompt, completion }: UsageCall): string {
  return `${parentId} ${prompt} ${completion}`;
}

function hasOtherScope(left: UsageCall, right: UsageCall | undefined): boolean {
  return left.scope_name !== right?.scope_name;
}

function addEchoes<Call extends UsageCall>(
  head: Call,
  children: readonly Call[],
  echoes: Set<Call>,
): void {
  for (const call of children) {
    if (
      hasOtherScope(call, head) &&
      head.start_time <= call.start_time &&
      call.end_time <= head.end_time &&
      mayHaveSameId(call.responseId(), head.responseId())
    ) {
      echoes.add(call);
    }
  }
}

function mayHaveSameId(left: string | undefined, right: string | undefined): boolean {
  return left === undefined || right === undefined || left === right;
}

/**
 * Adds to `echoes` the children that run entirely within the time of a sibling from another scope. If two siblings have
 * the same times, only one of them is added.
 */
function addEchoesAmong<Call extends UsageCall>(
  children: readonly Call[],
  echoes: Set<Call>,
): void {
  const all = new LatestEnds();
  const byId = new Map<string | undefined, LatestEnds>();
  for (const call of children.toSorted(longerFirst)) {
    const id = call.responseId();
    const isEcho =
      id === undefined
        ? all.reach(call)
        : (byId.get(undefined)?.reach(call) ?? false) || (byId.get(id)?.reach(call) ?? false);
    if (isEcho) {
      echoes.add(call);
    }
    all.add(call);
    const ends = byId.get(id) ?? new LatestEnds();
    ends.add(call);
    byId.set(id, ends);
  }
}

/**
 * Sorts calls by start time, and longer calls first, so that each call comes after all calls that enclose it in time.
 */
function longerFirst(left: UsageCall, right: UsageCall): number {
  if (left.start_time !== right.start_time) {
    return left.start_time < right.start_time ? -1 : 1;
  }
  if (left.end_time !== right.end_time) {
    return left.end_time > right.end_time ? -1 : 1;
  }
  return left.scope_name < right.scope_name ? -1 : Number(left.scope_name > right.scope_name);
}

/** Remembers the call that ends last, and the call that ends last among the calls from all other scopes. */
class LatestEnds {
  #first: UsageCall | undefined;
  #second: UsageCall | undefined;

  add(call: UsageCall): void {
    if (this.#first === undefined || call.scope_name === this.#first.scope_name) {
      this.#first = laterCall(this.#first, call);
    } else if (call.end_time > this.#first.end_time) {
      this.#second = this.#first;
      this.#first = call;
    } else {
      this.#second = laterCall(this.#second, call);
    }
  }

  /** Returns whether a call of another scope ends at the same time as the given call or later. */
  reach({ scope_name, end_time }: UsageCall): boolean {
    const other = this.#first?.scope_name === scope_name ? this.#second : this.#first;
    return other !== undefined && other.end_time >= end_time;
  }
}

function laterCall(known: UsageCall | undefined, call: UsageCall): UsageCall {
  return known === undefined || call.end_time > known.end_time ? call : known;
}
