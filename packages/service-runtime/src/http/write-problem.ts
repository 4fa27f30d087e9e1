import { randomUUID } from 'node:crypto';
import type { HttpProblem } from './http-problem.js';
import type { HttpResponse } from './route.js';

/** Sets status and headers of a failure. Gives back the support id that failures of the server carry. */
export function writeProblemHead(problem: HttpProblem, res: HttpResponse): string | undefined {
  res.status(problem.status);
  res.set(problem.headers);
  if (problem.status < 500) return undefined;
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

/** A 422 shows the input, in which large integers are bigint. */
function writableValue(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}
