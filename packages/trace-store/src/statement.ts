export type ParameterValue = string | number | bigint | readonly (string | number | bigint)[];

/** SQL text in which every value is a bound parameter. */
export interface Statement {
  readonly query: string;
  readonly query_params: Readonly<Record<string, ParameterValue>>;
}

/** Collects the values of one statement. */
export class StatementParameters {
  readonly values: Record<string, ParameterValue> = {};
  #count = 0;

  /** The placeholder to write into the SQL. */
  bind(type: string, value: ParameterValue): string {
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

  bindTimes(timesNs: readonly bigint[]): string {
    const times = this.bind('Array(Int64)', timesNs);
    return `(SELECT fromUnixTimestamp64Nano(arrayJoin(${times}), 'UTC'))`;
  }
}
