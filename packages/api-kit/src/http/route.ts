import type { NextFunction, Request, Response } from 'express';
import type { HttpProblem } from '../problems/http-problem.js';

/** The methods that routes may have. The route for GET also answers HEAD. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An Express request whose `params` are decoded. */
export type HttpRequest = Request<Record<string, string>>;
export type HttpResponse = Response;
/** Answers a request through `res`, or throws or rejects with the failure. */
export type HttpHandler = (req: HttpRequest, res: HttpResponse) => Promise<void> | void;

/** A step before the handler. It calls `next` once, answers the request, or throws or rejects with the failure. */
export type HttpMiddleware = (
  req: HttpRequest,
  res: HttpResponse,
  next: NextFunction,
) => Promise<void> | void;
/** Handles a failure of a route. It answers the request or passes the failure on to `next`. */
export type HttpErrorHandler = (
  error: unknown,
  exchange: { readonly req: HttpRequest; readonly res: HttpResponse },
  next: NextFunction,
) => void;

/** An endpoint: a method, a path and the handler that answers it. */
export interface Route {
  readonly method: HttpMethod;
  /**
   * The path, for example `/traces/:trace_id`. A trailing slash is ignored. `req.params` has the decoded parameters. A
   * path that ends in `/*` matches every path below it that no other route matches.
   */
  readonly path: string;
  /** Steps that run before the handler, such as authentication. */
  readonly middleware?: readonly HttpMiddleware[];
  /** Answers the request. A thrown or rejected value becomes the answer. */
  readonly handler: HttpHandler;
  /** Handles failures of the middleware and of the handler before they become the answer. */
  readonly onFailure?: HttpErrorHandler;
  /** True if the route is also available under /preview. */
  readonly mirrored?: boolean;
  /**
   * The relation of the route's spans to the caller: `joins` continues the trace of the caller, and `none` creates no
   * spans. By default a request starts a new trace, because the trace of a client that sends telemetry must not grow by
   * it.
   */
  readonly tracing?: 'joins' | 'none';
  /**
   * Writes the body of a failure in the protocol of the route, after the status and the headers of `problem` are set.
   * By default, the body is the JSON of docs/api/errors.md.
   */
  readonly writeProblem?: (problem: HttpProblem, req: HttpRequest, res: HttpResponse) => void;
  /**
   * The base path of the other product's API to which the route belongs, for example `/zipkin`. Below it, repeated
   * slashes count as one, and `writeProblem` also writes the failures of unknown paths and wrong methods.
   */
  readonly base?: `/${string}`;
}
