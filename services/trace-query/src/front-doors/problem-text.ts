import type { HttpProblem, HttpRequest, HttpResponse } from '@spanhouse/api-kit';

/** Returns what a failure says, for dialects whose failures are one text. */
export function textOfProblem({ body, message }: HttpProblem): string {
  const { detail } = body;
  if (typeof detail === 'string') {
    return detail;
  }
  const said = typeof detail === 'object' && detail !== null && 'message' in detail;
  return said ? String(detail.message) : message;
}

/**
 * Lets browsers and data sources ask a person for a key. Only base paths of dialects do that: the own API must not
 * cover the web interface with a dialog of the browser.
 */
export function askForKey({ status }: HttpProblem, res: HttpResponse): void {
  if (status === 401) {
    res.set('www-authenticate', 'Basic realm="Spanhouse"');
  }
}

/** Writes a failure as plain text, which Tempo's and Zipkin's clients show to their users. */
export function writePlainProblem(
  problem: HttpProblem,
  _req: HttpRequest,
  res: HttpResponse,
): void {
  askForKey(problem, res);
  res.type('text/plain; charset=utf-8').send(textOfProblem(problem));
}
