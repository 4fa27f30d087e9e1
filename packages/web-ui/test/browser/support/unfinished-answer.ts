const ndjson = 'application/x-ndjson';

interface Unfinished {
  /** Number of rows that are returned before the search times out. */
  readonly limit: number;
  /** Time back to which the search has read when it times out. The search reads the newest spans first. */
  readonly reached: string;
  readonly message: string;
}

/** Reads the first rows of a list, and builds the response to a search that times out after these rows. */
export async function unfinishedAnswer(url: string, { limit, reached, message }: Unfinished) {
  const answer = await fetch(`${url}/spans/query`, {
    method: 'POST',
    headers: { accept: ndjson, 'content-type': 'application/json' },
    body: JSON.stringify({ windowing: { limit } }),
  });
  const progress = { progress: { rows: limit, bytes: 1, reached } };
  const error = { error: { status: 504, code: 'deadline_exceeded', message } };
  const end = `${JSON.stringify(progress)}\n${JSON.stringify(error)}\n`;
  return { contentType: ndjson, body: (await answer.text()) + end };
}
