type Scalar = string | number | bigint;
type List = readonly ParameterValue[];
/** A value of a parameter. Lists may be nested. */
export type ParameterValue = Scalar | List;

/** An SQL text and its bound parameters. Every value is a parameter. */
export interface Statement {
  readonly query: string;
  readonly query_params: Readonly<Record<string, ParameterValue>>;
}

/** Maximum length of a parameter. ClickHouse limits a parameter to 128 KiB, and a character may need 3 bytes. */
const MAX_PARAMETER_CHARS = 30_000;

/** The bound values of one statement. */
export class StatementParameters {
  readonly values: Record<string, ParameterValue> = {};
  #count = 0;

  /** Binds a value and returns SQL for the value. A very long value becomes several parameters. */
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

  /** Binds a time in nanoseconds as a DateTime64(9). It is sent as an integer, so that no precision is lost. */
  bindTime(timeNs: bigint): string {
    return `fromUnixTimestamp64Nano(${this.bind('Int64', timeNs)}, 'UTC')`;
  }

  /** Binds one value for each item and returns SQL for the list. */
  bindEach<Item>(type: string, items: readonly Item[], toValue: (item: Item) => ParameterValue) {
    return this.bind(type, items.map(toValue));
  }

  /** Returns an SQL condition that is true if a row starts within a range of times, both ends included. */
  startsWithin({ from, to }: { readonly from: bigint; readonly to: bigint }): string {
    return `start_time >= ${this.bindTime(from)} AND start_time <= ${this.bindTime(to)}`;
  }

  /** Binds an id in lower-case hex as the bytes of a FixedString column. */
  bindId(hex: string): string {
    return `unhex(${this.bind('String', hex)})`;
  }

  /**
   * Binds ids and returns the right side of `IN` for a FixedString column. It is a set, which primary keys and bloom
   * filters can use.
   */
  bindIds(hexIds: readonly string[]): string {
    const bytes = (hexIds[0]?.length ?? 0) / 2;
    const ids = this.bind('Array(String)', hexIds);
    return `(SELECT toFixedString(unhex(arrayJoin(${ids})), ${bytes}))`;
  }

  /**
   * Returns an SQL condition that is true if the FixedString column is one of the ids. A single id avoids a set, whose
   * planning takes 2 ms.
   */
  isOneOf(column: string, hexIds: readonly string[]): string {
    const [only] = hexIds;
    return hexIds.length === 1 && only !== undefined
      ? `${column} = ${this.bindId(only)}`
      : `${column} IN ${this.bindIds(hexIds)}`;
  }

  /** Completes a statement from an SQL template, which is joined into one line, with all bound values. */
  statement(lines: TemplateStringsArray, ...texts: readonly (string | number)[]): Statement {
    return { query: oneLine(lines, ...texts), query_params: this.values };
  }

  /** Binds times and returns the right side of `IN` for a DateTime64(9) column. */
  bindTimes(timesNs: readonly bigint[]): string {
    const times = this.bind('Array(Int64)', timesNs);
    return `(SELECT fromUnixTimestamp64Nano(arrayJoin(${times}), 'UTC'))`;
  }
}

/** Divides a long text into pieces without splitting a surrogate pair. */
function piecesOf(text: string): readonly string[] {
  return text.match(new RegExp(`[^]{1,${MAX_PARAMETER_CHARS}}`, 'gu')) ?? [];
}

function isShort(list: List): boolean {
  return sizeOf(list) <= MAX_PARAMETER_CHARS;
}

function sizeOf(list: List): number {
  return list.reduce<number>((size, item) => size + String(item).length + 3, 0);
}

/** Divides a list into runs that fit into one parameter each. An item that is too long forms a separate run. */
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

/** Joins the lines of an SQL template into one line. Interpolated texts are not changed. */
export function oneLine(
  lines: TemplateStringsArray,
  ...texts: readonly (string | number)[]
): string {
  const raw = lines.map((text) => text.replace(/\s*\n\s*/g, ' '));
  return String.raw({ raw }, ...texts).trim();
}
