import type { Request, Response } from 'express';
import type { HttpProblem } from './http-problem.js';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type HttpRequest = Request<Record<string, string>>;
export type HttpResponse = Response;
export type HttpHandler = (req: HttpRequest, res: HttpResponse) => Promise<void> | void;

export interface Route {
  readonly method: HttpMethod;
  /** `/traces/:trace_id`; with or without a trailing slash is the same. Parameters arrive decoded in `req.params`. */
  readonly path: string;
  /** What it throws or rejects with becomes the response. */
  readonly handler: HttpHandler;
  /** Also served under /preview. */
  readonly mirrored?: boolean;
  /**
   * Where Spanhouse traces itself: `joins` the trace that the caller names, or is not traced at all;
   * default: a trace of its own. Who sends telemetry does not ask for his own trace to grow.
   */
  readonly tracing?: 'joins' | 'none';
  /**
   * Writes the body of a failure in the route's own protocol; default: the JSON of the contract.
   * Status and headers of `problem` are set already.
   */
  readonly writeProblem?: (problem: HttpProblem, req: HttpRequest, res: HttpResponse) => void;
}
