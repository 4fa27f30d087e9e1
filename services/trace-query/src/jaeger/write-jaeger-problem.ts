import type { HttpProblem, HttpRequest, HttpResponse } from '@spanhouse/api-kit';
import { askForKey, textOfProblem } from '../front-doors/problem-text.js';

const ofVersion3 = /^\/+jaeger\/+api\/+v3(?:[/?]|$)/;

/** Writes a failure as the version of Jaeger's API does to which the path belongs. */
export function writeJaegerProblem(
  problem: HttpProblem,
  req: HttpRequest,
  res: HttpResponse,
): void {
  const text = textOfProblem(problem);
  const { status } = problem;
  askForKey(problem, res);
  res.json(
    ofVersion3.test(req.originalUrl)
      ? { error: { httpCode: status, message: text } }
      : { data: null, total: 0, limit: 0, offset: 0, errors: [{ code: status, msg: text }] },
  );
}
