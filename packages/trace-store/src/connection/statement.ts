type Scalar = string | number | bigint;
type List = readonly ParameterValue[];
/** Value of a parameter. Lists may be nested. */
export type ParameterValue = Scalar | List;

/** SQL and its bound parameters. Every value in a statement is a parameter. */
export interface Statement {
  readonly query: string;
  readonly query_params: Readonly<Record<string, ParameterValue>>;
}

/** Delimiter of bound values in SQL. JSON never contains this character, because it escapes control characters. */
const mark = '\x1a';

/** Marks the beginning and end of a shared string's definition, and of each reference to the string. */
const sharedMark = '\x1d';
let sharedTexts = 0;

/** Maximum length of a parameter. ClickHouse limits a parameter to 128 KiB, and a character may need 3 bytes. */
const MAX_PARAMETER_CHARS = 30_000;

/**
 * Creates a statement from an SQL template, whose lines are joined. Values that are bound in the interpolated strings
 * become parameters; equal values of the same type share a parameter.
 */
export function sql(
  lines: TemplateStringsArray,
  ...texts: readonly (string | number)[]
): Statement {
  const placeholders = new Map<string, string>();
  const query_params: Record<string, ParameterValue> = {};
  const pieces = oneLine(lines, ...texts).split(mark);
  for (let at = 1; at < pieces.length; at += 2) {
    const piece = pieces[at] ?? '';
    let placeholder = placeholders.get(piece);
    if (placeholder === undefined) {
      const name = `p${placeholders.size + 1}`;
      const end = piece.indexOf(' ');
      const type = piece.slice(0, end);
      placeholder = `{${name}:${type}}`;
      placeholders.set(piece, placeholder);
      query_params[name] = decode(type, piece.slice(end));
    }
    pieces[at] = placeholder;
  }
  return { query: resolveShared(pieces.join('')), query_params };
}

/** Replaces references by the shared strings, and removes the definitions. */
function resolveShared(text: string): string {
  const shared = new Map<string, string>();
  const pieces = text.split(sharedMark);
  for (let at = 1; at < pieces.length; at += 2) {
    const piece = pieces[at] ?? '';
    const end = piece.indexOf('=');
    if (end !== -1) {
      shared.set(piece.slice(0, end), piece.slice(end + 1));
    }
    pieces[at] = end === -1 ? (shared.get(piece) ?? '') : '';
  }
  return pieces.join('');
}

/**
 * Shares an SQL string that occurs several times in a statement. Only the definition contains the string until `sql`
 * replaces the references. The definition MUST precede all references.
 */
export function share(text: string): { readonly definition: string; readonly reference: string } {
  sharedTexts += 1;
  return {
    definition: `${sharedMark}${sharedTexts}=${text}${sharedMark}`,
    reference: `${sharedMark}${sharedTexts}${sharedMark}`,
  };
}

/** Decodes a bound value from JSON, in which 64-bit integers are strings. */
function decode(type: string, json: string): ParameterValue {
  const value = JSON.parse(json);
  if (!type.includes('Int64')) {
    return value;
  }
  return Array.isArray(value) ? value.map(BigInt) : BigInt(value);
}

/** Binds a value and returns SQL that refers to it. A very long value is divided into several parameters. */
export function bind(type: string, value: ParameterValue): string {
  if (typeof value === 'string' && value.length > MAX_PARAMETER_CHARS) {
    const pieces = piecesOf(value).map((piece) => bindPiece(type, piece));
    return `concat(${pieces.join(', ')})`;
  }
  if (typeof value !== 'object' || isShort(value)) {
    return bindPiece(type, value);
  }
  return `arrayConcat(${runsOf(value)
    .map((run) => bindRun(type, run))
    .join(', ')})`;
}

function bindRun(type: string, run: List): string {
  const [first, ...rest] = run;
  return rest.length === 0 && typeof first === 'string' && !isShort(run)
    ? `[${bind('String', first)}]`
    : bindPiece(type, run);
}

function bindPiece(type: string, value: ParameterValue): string {
  const json = JSON.stringify(type.includes('Int64') ? toTexts(value) : value);
  return `${mark}${type} ${json}${mark}`;
}

function toTexts(value: ParameterValue): string | readonly string[] {
  return typeof value === 'object' ? value.map(String) : String(value);
}

/** Binds a time in nanoseconds as a DateTime64(9). The time is sent as an integer to preserve its precision. */
export function bindTime(timeNs: bigint): string {
  return `fromUnixTimestamp64Nano(${bind('Int64', timeNs)}, 'UTC')`;
}

/** Returns an SQL condition that is true if a row's start time is within a range, both ends included. */
export function startsWithin({ from, to }: { readonly from: bigint; readonly to: bigint }): string {
  return `start_time >= ${bindTime(from)} AND start_time <= ${bindTime(to)}`;
}

/** Binds an id in lower-case hex as the bytes of a FixedString column. */
export function bindId(hex: string): string {
  return `unhex(${bind('String', hex)})`;
}

/**
 * Binds ids and returns the right side of `IN` for a FixedString column. The ids form a set, so that ClickHouse can use
 * primary keys and bloom filters.
 */
export function bindIds(hexIds: readonly string[]): string {
  const bytes = (hexIds[0]?.length ?? 0) / 2;
  const ids = bind('Array(String)', hexIds);
  return `(SELECT toFixedString(unhex(arrayJoin(${ids})), ${bytes}))`;
}

/**
 * Returns an SQL condition that is true if the FixedString column equals one of the ids. A single id is compared
 * directly, because planning a set takes 2 ms.
 */
export function isOneOf(column: string, hexIds: readonly string[]): string {
  const [only] = hexIds;
  return hexIds.length === 1 && only !== undefined
    ? `${column} = ${bindId(only)}`
    : `${column} IN ${bindIds(hexIds)}`;
}

/** Returns an SQL condition that is true if an SQL expression equals one of the values. */
export function isAmong(text: string, type: string, values: readonly ParameterValue[]): string {
  const [value, ...more] = values;
  return value === undefined || more.length > 0
    ? `${text} IN ${bind(`Array(${type})`, values)}`
    : `${text} = ${bind(type, value)}`;
}

/** Binds times and returns the right side of `IN` for a DateTime64(9) column. */
export function bindTimes(timesNs: readonly bigint[]): string {
  const times = bind('Array(Int64)', timesNs);
  return `(SELECT fromUnixTimestamp64Nano(arrayJoin(${times}), 'UTC'))`;
}

/** Divides a long string into pieces. A surrogate pair is never split. */
function piecesOf(text: string): readonly string[] {
  return text.match(new RegExp(`[^]{1,${MAX_PARAMETER_CHARS}}`, 'gu')) ?? [];
}

function isShort(list: List): boolean {
  return sizeOf(list) <= MAX_PARAMETER_CHARS;
}

function sizeOf(list: List): number {
  return list.reduce<number>((size, item) => size + String(item).length + 3, 0);
}

/**
 * Divides a list into parts that fit into one parameter each. An item that is too long becomes a separate part.
 */
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

/** Joins the lines of an SQL template into one line. Interpolated strings are not changed. */
export function oneLine(
  lines: TemplateStringsArray,
  ...texts: readonly (string | number)[]
): string {
  const raw = lines.map((text) => text.replace(/\s*\n\s*/g, ' '));
  return String.raw({ raw }, ...texts).trim();
}
