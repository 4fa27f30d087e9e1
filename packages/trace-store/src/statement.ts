type Scalar = string | number | bigint;
type List = readonly ParameterValue[];
export type ParameterValue = Scalar | List;

/** SQL text in which every value is a bound parameter. */
export interface Statement {
  readonly query: string;
  readonly query_params: Readonly<Record<string, ParameterValue>>;
}

/** ClickHouse takes parameters of 128 KiB; a character may need 3 bytes. */
const MAX_PARAMETER_CHARS = 30_000;

/** Collects the values of one statement. */
export class StatementParameters {
  readonly values: Record<string, ParameterValue> = {};
  #count = 0;

  /** The placeholder to write into the SQL; for a very long value, several put together. */
  bind(type: string, value: ParameterValue): string {
    if (typeof value === 'string' && value.length > MAX_PARAMETER_CHARS) {
      return `concat(${piecesOf(value)
        .map((piece) => this.#bindPiece(type, piece))
        .join(', ')})`;
    }
    if (typeof value !== 'object' || isShort(value)) {
      return this.#bindPiece(type, value);
    }
    return `arrayConcat(${runsOf(value)
      .map((run) => this.#bindRun(type, run))
      .join(', ')})`;
  }

  #bindRun(type: string, run: List): string {
    const [first, ...rest] = run;
    return rest.length === 0 && typeof first === 'string' && !isShort(run)
      ? `[${this.bind('String', first)}]`
      : this.#bindPiece(type, run);
  }

  #bindPiece(type: string, value: ParameterValue): string {
    const name = `p${++this.#count}`;
    this.values[name] = value;
    return `{${name}:${type}}`;
  }

  /** A DateTime64(9): nanoseconds pass as an integer, never as text or float. */
  bindTime(timeNs: bigint): string {
    return `fromUnixTimestamp64Nano(${this.bind('Int64', timeNs)}, 'UTC')`;
  }

  /** Lower-case hex as the bytes of a FixedString column. */
  bindId(hex: string): string {
    return `unhex(${this.bind('String', hex)})`;
  }

  /** The right side of `IN` for a FixedString column; primary keys and bloom filters see the set. */
  bindIds(hexIds: readonly string[]): string {
    const bytes = (hexIds[0]?.length ?? 0) / 2;
    const ids = this.bind('Array(String)', hexIds);
    return `(SELECT toFixedString(unhex(arrayJoin(${ids})), ${bytes}))`;
  }

  /** SQL: the FixedString column is one of the ids. A single one needs no set, whose planning costs 2 ms. */
  isOneOf(column: string, hexIds: readonly string[]): string {
    const [only] = hexIds;
    return hexIds.length === 1 && only !== undefined
      ? `${column} = ${this.bindId(only)}`
      : `${column} IN ${this.bindIds(hexIds)}`;
  }

  bindTimes(timesNs: readonly bigint[]): string {
    const times = this.bind('Array(Int64)', timesNs);
    return `(SELECT fromUnixTimestamp64Nano(arrayJoin(${times}), 'UTC'))`;
  }
}

/** Never cuts a surrogate pair. */
function piecesOf(text: string): readonly string[] {
  return text.match(new RegExp(`[^]{1,${MAX_PARAMETER_CHARS}}`, 'gu')) ?? [];
}

function isShort(list: List): boolean {
  return sizeOf(list) <= MAX_PARAMETER_CHARS;
}

function sizeOf(list: List): number {
  return list.reduce<number>((size, item) => size + String(item).length + 3, 0);
}

/** Neighbours that fit into one parameter together; what is too long stands alone. */
function runsOf(list: List): readonly List[] {
  const runs: ParameterValue[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const item of list) {
    const itemSize = String(item).length + 3;
    size += itemSize;
    if (size > MAX_PARAMETER_CHARS) {
      runs.push([]);
      size = itemSize;
    }
    runs.at(-1)?.push(item);
  }
  return runs;
}
