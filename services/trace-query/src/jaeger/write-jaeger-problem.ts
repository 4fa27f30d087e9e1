import type { HttpProblem, HttpRequest, HttpResponse } from '@spanhouse/api-kit';
import { askForKey, textOfProblem } from '../front-doors/problem-text.js';

const ofVersion3 = /^\/+jaeger\/+api\/+v3(?:[/?]|$)/;

/** Writes a failure in the format of the API version of the path. */
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
