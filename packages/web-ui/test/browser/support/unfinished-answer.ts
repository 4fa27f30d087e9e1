const ndjson = 'application/x-ndjson';

interface Unfinished {
  /** The number of rows before the end. */
  readonly limit: number;
  /** The time down to which everything was searched. */
  readonly reached: string;
  readonly message: string;
}

/** Reads the first rows of a list, and returns the answer of a search that takes too long after them. */
export async function unfinishedAnswer(url: string, { limit, reached, message }: Unfinished) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { accept: ndjson, 'content-type': 'application/json' },
    body: JSON.stringify({ windowing: { limit } }),
  });
  const progress = { progress: { rows: limit, bytes: 1, reached } };
  const error = { error: { status: 504, code: 'deadline_exceeded', message } };
  const end = `${JSON.stringify(progress)}\n${JSON.stringify(error)}\n`;
  return { contentType: ndjson, body: (await answer.text()) + end };
}
