import type { NextFunction, Request, Response } from 'express';
import type { HttpProblem } from '../problems/http-problem.js';

/** The methods that routes may have. A route for GET also handles HEAD. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An Express request whose `params` are decoded. */
export type HttpRequest = Request<Record<string, string>>;
export type HttpResponse = Response;
/** Sends a response through `res`. On failure, throws or rejects. */
export type HttpHandler = (req: HttpRequest, res: HttpResponse) => Promise<void> | void;

/** A step before the handler. It calls `next` once, sends a response, or throws or rejects with a failure. */
export type HttpMiddleware = (
  req: HttpRequest,
  res: HttpResponse,
  next: NextFunction,
) => Promise<void> | void;
/** Handles a failure of a route. Sends a response or passes the failure on to `next`. */
export type HttpErrorHandler = (
  error: unknown,
  exchange: { readonly req: HttpRequest; readonly res: HttpResponse },
  next: NextFunction,
) => void;

/** An endpoint: a method, a path and a handler. */
export interface Route {
  readonly method: HttpMethod;
  /**
   * The path, for example `/traces/:trace_id`. A trailing slash is ignored. `req.params` contains the decoded
   * parameters. A path ending in `/*` matches all paths below it that match no other route.
   */
  readonly path: string;
  /** Steps that run before the handler, such as authentication. */
  readonly middleware?: readonly HttpMiddleware[];
  /** Responds to the request. A thrown or rejected value is converted to an error response. */
  readonly handler: HttpHandler;
  /** Handles failures in the middleware and the handler before the app converts them to error responses. */
  readonly onFailure?: HttpErrorHandler;
  /** True if the route is also available under /preview. */
  readonly mirrored?: boolean;
  /**
   * The relation of the route's spans to the caller's trace. `joins` continues the caller's trace, and `none` creates
   * no spans. By default, a request starts a new trace, so that a client's own trace does not grow when the client
   * sends telemetry.
   */
  readonly tracing?: 'joins' | 'none';
  /**
   * Writes the body of a failure in the route's protocol. The status and the headers of `problem` are already set. By
   * default, the body is the JSON of docs/api/errors.md.
   */
  readonly writeProblem?: (problem: HttpProblem, req: HttpRequest, res: HttpResponse) => void;
  /**
   * The base path of the other product's API to which the route belongs, for example `/zipkin`. Below this path,
   * repeated slashes count as one, and `writeProblem` also writes failures for unknown paths and wrong methods.
   */
  readonly base?: `/${string}`;
}
