/** The position a version stands for; -1 for what no revision has. */
export function parseVersion(version: string): number {
  return /^(0|[1-9]\d{0,8})$/.test(version) ? Number(version) : -1;
}
