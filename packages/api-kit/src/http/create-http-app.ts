import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock, Health, Logger, SelfTracer } from '@spanhouse/service-runtime';
import { registerHealthMetrics, systemClock } from '@spanhouse/service-runtime';
import express from 'express';
import type { Registry } from 'prom-client';
import { createFailureLog } from '../problems/failure-log.js';
import { type HttpProblem, methodNotAllowed, notFound } from '../problems/http-problem.js';
import { createBasePaths } from './base-paths.js';
import { compressResponse } from './compress-response.js';
import { createHttpMetrics } from './http-metrics.js';
import { createOperationalRoutes } from './operational-routes.js';
import { assignRequestId } from './request-id.js';
import { type HandleCors, type RefuseForeign, sourceOf } from './request-source.js';
import type { HttpRequest, HttpResponse, Route } from './route.js';
import { createRouteTable, type RouteMatch, routingPath } from './route-table.js';
import { sendFailure } from './send-failure.js';
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
  /** More members of the answer to `/health`: what else a service consists of, with its version. */
  readonly about?: Readonly<Record<string, unknown>> | undefined;
  /** If absent, nothing is traced. */
  readonly tracer?: SelfTracer | undefined;
  /** Checks every request before its route does. If absent, requests may come from anywhere. */
  readonly refuseForeign?: RefuseForeign | undefined;
  /** If absent, no page of another origin reads an answer. */
  readonly cors?: HandleCors | undefined;
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

/** The status that nginx logs if the client closes the connection before the answer. */
const CLIENT_CLOSED_REQUEST = 499;

/**
 * Creates an app from the routes of a service and adds the behaviour that all services share: path aliases, 404 and
 * 405, the refusal of foreign requests, health, metrics, request ids, compression, and failures as docs/api/errors.md
 * describes them.
 */
export function createHttpApp(options: CreateHttpAppOptions): HttpApp {
  const { routes, health, registry, logger, clock = systemClock, tracer } = options;
  const { refuseForeign, cors = () => 'unanswered' } = options;
  const table = createRouteTable([...createOperationalRoutes(options), ...routes]);
  const bases = createBasePaths(routes);
  const metrics = createHttpMetrics(registry);
  registerHealthMetrics(registry, health);
  const failures = createFailureLog({ logger, clock });

  /** The clients of foreign APIs are servers, and pages of this origin. */
  const isForPages = ({ url }: HttpRequest) => bases.writerOf(routingPath(url)) === undefined;
  const letPagesRead: HandleCors = (req, res) => (isForPages(req) ? cors(req, res) : 'unanswered');

  const prepare = (req: HttpRequest, res: HttpResponse, route: Route | undefined): void => {
    const started = performance.now();
    const label = route?.path ?? 'unknown';
    metrics.opened();
    assignRequestId(req, res);
    if (isForPages(req)) {
      res.setHeader('access-control-expose-headers', exposedHeaders);
    }
    res.once('close', () => {
      const status = res.writableFinished ? res.statusCode : CLIENT_CLOSED_REQUEST;
      const seconds = (performance.now() - started) / 1000;
      metrics.answered({ method: req.method, route: label, status, seconds });
    });
    compressResponse(req, res);
  };

  const app = express().disable('x-powered-by').disable('etag');
  app.use((expressReq, res) => {
    const req = expressReq as HttpRequest;
    const path = bases.join(routingPath(req.url));
    const match = table.match(req.method, path);
    const found = match.status === 'found' ? match.route : undefined;
    prepare(req, res, found);
    const refusal = refuseForeign?.(sourceOf(req));
    if (refusal !== undefined) {
      sendFailure(refusal, { req, res, route: found, failures, write: bases.writerOf(path) });
      return;
    }
    if (letPagesRead(req, res) === 'answered') {
      return;
    }
    if (match.status !== 'found') {
      sendFailure(refusalOf(match), { req, res, failures, write: bases.writerOf(path) });
      return;
    }
    req.params = match.params;
    const { route } = match;
    const run = () =>
      void handle(route, req, res).catch((error) =>
        sendFailure(error, { req, res, route, failures }),
      );
    if (tracer === undefined) {
      run();
    } else {
      traceRequest(tracer, { req, res, route }, run);
    }
  });
  return app as HttpApp;
}

async function handle(route: Route, req: HttpRequest, res: HttpResponse): Promise<void> {
  await route.handler(req, res);
}

function refusalOf(match: Exclude<RouteMatch, { status: 'found' }>): HttpProblem {
  return match.status === 'unknown' ? notFound() : methodNotAllowed(match.allow);
}
