/** Rows counted from 0 over a whole block, `to` excluded. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}
