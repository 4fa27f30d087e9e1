import type { Route } from '@spanhouse/api-kit';
import { getJaegerUi } from './get-jaeger-ui.js';
import type { JaegerServices } from './jaeger-services.js';
import { getMonitor } from './monitor/get-monitor.js';
import { getJaegerDependencies } from './names/get-jaeger-dependencies.js';
import { getJaegerNames } from './names/get-jaeger-names.js';
import { refuseAbsent } from './refuse-routes.js';
import { getJaegerTrace, getJaegerTraces } from './traces/get-jaeger-traces.js';
import { getV3Traces } from './traces/get-otlp-traces.js';
import { postTransform } from './traces/post-transform.js';

/** Creates the routes below `/jaeger`: both versions of Jaeger's query API, and its pages. */
export function createJaegerRoutes(services: JaegerServices): readonly Route[] {
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
