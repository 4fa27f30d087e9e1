import type { HttpRequest } from '@spanhouse/api-kit';
import type { TimeWindow } from '../../front-doors/stored-times.js';
import { within } from '../../front-doors/stored-times.js';
import { JaegerParameters, refuse } from '../parse-jaeger-parameters.js';

const NS_PER_MS = 1_000_000n;
const MS_PER_DAY = 86_400_000;

/** Parses the window of the dependencies, and the service that they involve. Both ends of the window are included. */
export function parseDependencies(
  req: HttpRequest,
  nowMs: number,
): { readonly window: TimeWindow; readonly service: string | undefined } {
  const parameters = new JaegerParameters(req);
  const end = BigInt(parameters.integer('endTs') ?? nowMs) * NS_PER_MS;
  const lookBack = parameters.integer('lookback') ?? MS_PER_DAY;
  if (lookBack < 0) {
    refuse("'lookback' must not be negative");
  }
  return {
    window: {
      oldest: within(end - BigInt(lookBack) * NS_PER_MS),
      newest: within(end + 1n),
    },
    service: parameters.text('service'),
  };
}
