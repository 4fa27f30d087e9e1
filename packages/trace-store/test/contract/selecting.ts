/** The id of a trace in tests, by its number. */
export function traceId(number: number): string {
  return number.toString(16).padStart(32, '0');
}

/** The id of a span in tests, by its number. */
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
