import type { Route } from '@spanhouse/api-kit';
import { getJaegerDependencies } from './get-dependencies.js';
import { getJaegerUi } from './get-jaeger-ui.js';
import { getMonitor } from './get-monitor.js';
import { getJaegerNames } from './get-names.js';
import { getV3Traces } from './get-otlp-traces.js';
import { getJaegerTrace, getJaegerTraces } from './get-traces.js';
import type { JaegerServices } from './jaeger-services.js';
import { postTransform } from './post-transform.js';
import { refuseAbsent } from './refuse-routes.js';

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
