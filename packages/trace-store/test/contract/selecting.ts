/** Returns the id of the test trace with this number. */
export function traceId(number: number): string {
  return number.toString(16).padStart(32, '0');
}

/** Returns the id of the test span with this number. */
export function spanId(number: number): string {
  return number.toString(16).padStart(16, '0');
}

/** Selects all spans of a project, newest first. */
export function everything(project_id: string) {
  return {
    project_id,
    filter: undefined,
    oldest: undefined,
    newest: undefined,
    order: 'descending',
    ratePercent: undefined,
    snapshot: [],
    limit: 100,
    after: undefined,
  } as const;
}
