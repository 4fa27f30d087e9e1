import { randomUUID } from 'node:crypto';
import type { HttpProblem } from '../problems/http-problem.js';
import type { HttpResponse } from './route.js';

/** Sets the status and the headers of a failure. Returns the support id of failures of the server. */
export function writeProblemHead(problem: HttpProblem, res: HttpResponse): string | undefined {
  res.removeHeader('trailer'); // announced for the answer that failed; Node refuses it beside a length
  res.status(problem.status);
  res.set(problem.headers);
  if (problem.status < 500) {
    return undefined;
  }
  const supportId = randomUUID();
  res.set('x-ag-support-id', supportId);
  res.set('x-ag-support-ts', new Date().toISOString());
  return supportId;
}

/** Writes the body of a failure as JSON; failures of the server name the operation. */
export function writeProblemBody(
  problem: HttpProblem,
  res: HttpResponse,
  operationId: string,
): void {
  const { detail } = problem.body;
  const body =
    problem.status >= 500 && typeof detail === 'object'
      ? { ...problem.body, detail: { ...detail, operation_id: operationId } }
      : problem.body;
  res.type('application/json').send(JSON.stringify(body, writableValue));
}

/** Large integers in the `input` of a 422 are `bigint`, which JSON.stringify refuses. */
function writableValue(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}
