/** A list column as specified in the URL. */
export interface ChosenColumn {
  /**
   * A column name such as `name`, or an attribute as written in filters: `.customer.tier`, `resource.host`, `scope.x`.
   */
  readonly id: string;
  /** Width in pixels, if the user has resized the column. */
  readonly width?: number;
}

/** Default columns of a span list. */
export const defaultSpanColumns = 'start,name,type,input,duration,tokens,cost';

export const MIN_WIDTH = 40;
export const MAX_WIDTH = 2000;
const MAX_COLUMNS = 40;

/** Parses the URL parameter `c`, such as `start,name:220,.customer.tier`. Repetitions of a column are ignored. */
export function readColumns(text: string): readonly ChosenColumn[] {
  const chosen = new Map<string, ChosenColumn>();
  for (const part of text.split(',').slice(0, MAX_COLUMNS)) {
    const [, name = '', width] = /^(.*?)(?::(\d{1,4}))?$/s.exec(part) ?? [];
    const id = decode(name);
    if (id !== '' && !chosen.has(id)) {
      chosen.set(id, width === undefined ? { id } : { id, width: inside(Number(width)) });
    }
  }
  return [...chosen.values()];
}

/** Formats columns so that `readColumns` can parse them. */
export function writeColumns(columns: readonly ChosenColumn[]): string {
  return columns
    .map(({ id, width }) => encode(id) + (width === undefined ? '' : `:${inside(width)}`))
    .join(',');
}

function inside(width: number): number {
  return Math.round(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width)));
}

/** Escapes an id, because an attribute key may contain the separators of the column list. */
function encode(id: string): string {
  return id.replace(/[%,:]/g, (character) => encodeURIComponent(character));
}

function decode(text: string): string {
  return text.replace(/%(25|2C|3A)/gi, (escaped) => decodeURIComponent(escaped));
}

/** Moves a column by a number of positions. Returns the columns unchanged if the move is not possible. */
export function moveColumn(
  columns: readonly ChosenColumn[],
  id: string,
  by: number,
): readonly ChosenColumn[] {
  const from = columns.findIndex((column) => column.id === id);
  const to = Math.max(0, Math.min(columns.length - 1, from + by));
  const moved = columns[from];
  if (moved === undefined || from === to) {
    return columns;
  }
  const others = columns.filter((column) => column.id !== id);
  return [...others.slice(0, to), moved, ...others.slice(to)];
}
