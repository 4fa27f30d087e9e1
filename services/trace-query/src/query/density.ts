/** Which share of the total it is, in five decimals. */
export function densityOf(count: number, total: number): number {
  return total === 0 ? 0 : Math.round((count / total) * 1e5) / 1e5;
}
