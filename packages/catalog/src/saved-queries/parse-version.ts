/** Parses a version to its position; -1 for a version that no revision has. */
export function parseVersion(version: string): number {
  return /^(0|[1-9]\d{0,8})$/.test(version) ? Number(version) : -1;
}
