import type { HttpProblem, HttpRequest, HttpResponse, Route } from '@spanhouse/api-kit';
import { bindDialect, type DialectServices } from '../front-doors/dialect-routes.js';
import { askForKey, textOfProblem } from '../front-doors/problem-text.js';
import { getJaegerUi } from './get-jaeger-ui.js';
import { getMonitor } from './monitor/get-monitor.js';
import { getJaegerDependencies } from './names/get-jaeger-dependencies.js';
import { getJaegerNames } from './names/get-jaeger-names.js';
import { refuseAbsent } from './refuse-routes.js';
import { getJaegerTrace, getJaegerTraces } from './traces/get-jaeger-traces.js';
import { getV3Traces } from './traces/get-otlp-traces.js';
import { postTransform } from './traces/post-transform.js';

/** Creates the routes below `/jaeger`: both versions of Jaeger's query API, and the pages of the Jaeger UI. */
export function createJaegerRoutes(needed: DialectServices): readonly Route[] {
  const services = bindDialect(needed, { base: '/jaeger', writeProblem: writeJaegerProblem });
  return [
    ...getJaegerNames(services),
    getJaegerTraces(services),
    getJaegerTrace(services),
    ...getV3Traces(services),
    getJaegerDependencies(services),
    ...getMonitor(services),
    postTransform(services),
    ...refuseAbsent(services),
    ...getJaegerUi(services),
  ];
}

const ofVersion3 = /^\/+jaeger\/+api\/+v3(?:[/?]|$)/;

/** Writes an error in the format of the API version that the path belongs to. */
function writeJaegerProblem(problem: HttpProblem, req: HttpRequest, res: HttpResponse): void {
  const text = textOfProblem(problem);
  const { status } = problem;
  askForKey(problem, res);
  res.json(
    ofVersion3.test(req.originalUrl)
      ? { error: { httpCode: status, message: text } }
      : { data: null, total: 0, limit: 0, offset: 0, errors: [{ code: status, msg: text }] },
  );
}
