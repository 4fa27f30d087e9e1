import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Clock,
  type Health,
  isSelfTracingExport,
  type Logger,
  registerHealthMetrics,
  type SelfTracer,
  spanhouseVersion,
  systemClock,
} from '@spanhouse/service-runtime';
import compression from 'compression';
import type { RequestHandler } from 'express';
import express from 'express';
import type { Registry } from 'prom-client';
import { createFailureLog } from '../problems/failure-log.js';
import { createBasePaths } from './base-paths.js';
import { measureRequests } from './http-metrics.js';
import { normalizeUrl } from './normalize-url.js';
import { assignRequestId } from './request-id.js';
import { type RefuseForeign, refuseForeignRequests } from './request-source.js';
import type { HttpMiddleware, HttpRequest, Route } from './route.js';
import { mountRoutes, refuseUnmatched, toErrorMiddleware } from './route-table.js';
import { sendFailures } from './send-failure.js';

/** The function that a Node HTTP server calls for every request. */
export type HttpApp = (req: IncomingMessage, res: ServerResponse) => void;

export interface CreateHttpAppOptions {
  readonly routes: readonly Route[];
  readonly health: Health;
  readonly registry: Registry;
  readonly logger: Logger;
  /** The app's clock; by default the system clock. */
  readonly clock?: Clock;
  /** Additional members of the `/health` response: other parts of the service and their versions. */
  readonly about?: Readonly<Record<string, unknown>> | undefined;
  /** The request tracer. If it is absent, no request is traced. */
  readonly tracer?: SelfTracer | undefined;
  /** Checks every request before the route's handler runs. Without this check, requests may come from any site. */
  readonly refuseForeign?: RefuseForeign | undefined;
  /** The CORS middleware. If it is absent, no page of another origin can read a response. */
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
 * Creates an app from a service's routes and adds the behaviour that all services share. The middleware runs in the
 * order in which this function adds it. The guards run after the router has found the route, because the metrics and
 * the body of a refusal depend on the route.
 */
export function createHttpApp(options: CreateHttpAppOptions): HttpApp {
  const { health, registry, logger, clock = systemClock, tracer, refuseForeign, cors } = options;
  const routes = [...createOperationalRoutes(options), ...options.routes];
  const bases = createBasePaths(routes);
  registerHealthMetrics(registry, health);

  /**
   * Restricts a middleware to the routes that web pages use. The APIs of other products are excluded, because their
   * clients are servers or pages of this origin.
   */
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
  use(measureRequests(registry));
  use(assignRequestId);
  use(normalizeUrl(bases));
  use(forPages(exposeHeaders));
  use(compressResponse);
  // A route's own middleware, such as authentication, runs between the tracer and the handler.
  mountRoutes(app, routes, (route) => [...guards, ...trace(route)]);
  guards.forEach(use);
  use(refuseUnmatched);
  app.use(toErrorMiddleware(sendFailures(createFailureLog({ logger, clock }), bases)));
  return app as HttpApp;
}

/** Creates the routes that supervisors and scrapers use. Every service has these routes. */
function createOperationalRoutes({ health, registry, about }: CreateHttpAppOptions): Route[] {
  const routes: Route[] = [
    {
      method: 'GET',
      path: '/health',
      handler: (_req, res) => void res.json({ status: 'ok', version: spanhouseVersion, ...about }),
    },
    { method: 'GET', path: '/livez', handler: (_req, res) => void res.json({ status: 'ok' }) },
    {
      method: 'GET',
      path: '/readyz',
      handler: (_req, res) => {
        res.status(health.isReady() ? 200 : 503).json(health.report());
      },
    },
    {
      method: 'GET',
      path: '/metrics',
      handler: async (_req, res) => {
        res.type(registry.contentType).send(await registry.metrics());
      },
    },
  ];
  return routes.map((route) => ({ ...route, tracing: 'none' }));
}

const MIN_BYTES = 1000;

/** Compressible types that are missing from the library's list. */
const compressible: readonly unknown[] = ['application/x-ndjson', 'application/protobuf'];

const compress = compression({
  threshold: MIN_BYTES,
  level: 1,
  filter: (req, res) =>
    compressible.includes(res.getHeader('content-type')) || compression.filter(req, res),
});

/** Compresses responses of more than 1000 bytes with gzip, for clients that accept gzip. */
const compressResponse: HttpMiddleware = (req, res, next) => {
  if (req.headers['accept-encoding'] !== undefined && req.acceptsEncodings('gzip')) {
    compress(onlyGzip(req), res, next);
  } else {
    next();
  }
};

/**
 * Hides all accepted encodings except gzip from the compression library, which would prefer brotli. For a response that
 * is sent only once, brotli takes more time than it saves.
 */
function onlyGzip(req: HttpRequest): HttpRequest {
  const headers = { ...req.headers, 'accept-encoding': 'gzip' };
  return Object.create(req, { headers: { value: headers } });
}

/**
 * Creates the middleware that records one span per request to a route. The span is named after the route and ends with
 * the last byte of the response.
 */
function traceRequest(tracer: SelfTracer, { path, tracing }: Route): HttpMiddleware {
  return (req, res, next) => {
    if (isSelfTracingExport(req)) {
      next();
      return;
    }
    const { traceparent } = req.headers;
    const isJoined = tracing === 'joins' && typeof traceparent === 'string';
    const operation = {
      name: `${req.method} ${path}`,
      kind: 'server' as const,
      facts: { 'http.request.method': req.method, 'http.route': path },
      traceparent: isJoined ? traceparent : undefined,
    };
    tracer.begin(operation, (span) => {
      res.once('close', () => {
        span.addAttributes({ 'http.response.status_code': res.statusCode });
        if (res.statusCode >= 500) {
          span.fail(String(res.statusCode));
        } else if (!res.writableFinished) {
          span.fail('client_gone');
        }
        span.end();
      });
      next();
    });
  };
}
