import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock, Health, Logger, SelfTracer } from '@spanhouse/service-runtime';
import { registerHealthMetrics, systemClock } from '@spanhouse/service-runtime';
import express, { type RequestHandler } from 'express';
import type { Registry } from 'prom-client';
import { createFailureLog } from '../problems/failure-log.js';
import { createBasePaths } from './base-paths.js';
import { compressResponse } from './compress-response.js';
import { createHttpMetrics, measureRequest } from './http-metrics.js';
import { normalizeUrl } from './normalize-url.js';
import { createOperationalRoutes } from './operational-routes.js';
import { assignRequestId } from './request-id.js';
import { type RefuseForeign, refuseForeignRequests } from './request-source.js';
import type { HttpMiddleware, Route } from './route.js';
import { mountRoutes, refuseUnmatched, toErrorMiddleware } from './route-table.js';
import { sendFailures } from './send-failure.js';
import { traceRequest } from './trace-request.js';

/** The function that a Node HTTP server calls for every request. */
export type HttpApp = (req: IncomingMessage, res: ServerResponse) => void;

export interface CreateHttpAppOptions {
  readonly routes: readonly Route[];
  readonly health: Health;
  readonly registry: Registry;
  readonly logger: Logger;
  /** Default: the clock of the system. */
  readonly clock?: Clock;
  /** Further members of the answer to `/health`: other parts of the service, with their versions. */
  readonly about?: Readonly<Record<string, unknown>> | undefined;
  /** If absent, nothing is traced. */
  readonly tracer?: SelfTracer | undefined;
  /** Checks every request before its route does. If absent, requests may come from anywhere. */
  readonly refuseForeign?: RefuseForeign | undefined;
  /** If absent, no page of another origin reads an answer. */
  readonly cors?: HttpMiddleware | undefined;
}

const exposedHeaders = [
  'x-ag-support-id',
  'x-ag-support-ts',
  'x-request-id',
  'x-ingest-receipt',
  'x-query-cost',
  'x-visible-to',
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
].join(', ');

const exposeHeaders: HttpMiddleware = (_req, res, next) => {
  res.setHeader('access-control-expose-headers', exposedHeaders);
  next();
};

/**
 * Creates an app from the routes of a service and adds the behaviour that all services share. Its body shows the
 * order in which a request passes the middleware; the guards run once the route is known, because the metrics and
 * the body of a refusal depend on it.
 */
export function createHttpApp(options: CreateHttpAppOptions): HttpApp {
  const { health, registry, logger, clock = systemClock, tracer, refuseForeign, cors } = options;
  const routes = [...createOperationalRoutes(options), ...options.routes];
  const bases = createBasePaths(routes);
  registerHealthMetrics(registry, health);

  /** Limits a step to requests that pages send: the clients of foreign APIs are servers, and pages of this origin. */
  const forPages =
    (step: HttpMiddleware): HttpMiddleware =>
    (req, res, next) =>
      bases.findWriter(req.path) === undefined ? step(req, res, next) : next();
  const guards = [
    ...(refuseForeign ? [refuseForeignRequests(refuseForeign)] : []),
    ...(cors ? [forPages(cors)] : []),
  ];
  const trace = (route: Route) =>
    tracer === undefined || route.tracing === 'none' ? [] : [traceRequest(tracer, route)];

  const app = express()
    .disable('x-powered-by')
    .disable('etag')
    .enable('case sensitive routing')
    .enable('strict routing');
  const use = (step: HttpMiddleware) => app.use(step as RequestHandler);
  use(measureRequest(createHttpMetrics(registry)));
  use(assignRequestId);
  use(normalizeUrl(bases));
  use(forPages(exposeHeaders));
  use(compressResponse);
  // Each route has middleware of its own, such as authentication, between the tracer and its handler.
  mountRoutes(app, routes, (route) => [...guards, ...trace(route)]);
  guards.forEach(use);
  use(refuseUnmatched);
  app.use(toErrorMiddleware(sendFailures(createFailureLog({ logger, clock }), bases)));
  return app as HttpApp;
}
