import type { HttpProblem, HttpRequest, HttpResponse } from '@spanhouse/api-kit';

/** Returns the message of an error, for dialects whose errors are plain text. */
export function textOfProblem({ body, message }: HttpProblem): string {
  const { detail } = body;
  if (typeof detail === 'string') {
    return detail;
  }
  const said = typeof detail === 'object' && detail !== null && 'message' in detail;
  return said ? String(detail.message) : message;
}

/**
 * Adds the header that makes browsers and data sources ask their users for a key. In Spanhouse's own API, the browser's
 * dialog would cover the web interface, so only the dialects add the header.
 */
export function askForKey({ status }: HttpProblem, res: HttpResponse): void {
  if (status === 401) {
    res.set('www-authenticate', 'Basic realm="Spanhouse"');
  }
}

/** Writes an error as plain text, which clients of Tempo and Zipkin show to their users. */
export function writePlainProblem(
  problem: HttpProblem,
  _req: HttpRequest,
  res: HttpResponse,
): void {
  askForKey(problem, res);
  res.type('text/plain; charset=utf-8').send(textOfProblem(problem));
}
