import { badRequest, type HttpRequest } from '@spanhouse/api-kit';
import type { ZipkinQuery } from '@spanhouse/span-dialects/zipkin';
import { type TimeWindow, within } from '../front-doors/stored-times.js';
import { ZipkinParameters } from './parse-zipkin-parameters.js';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 1000;
const MS_PER_DAY = 86_400_000;

/** Parses the search parameters. Throws a 400 that names the invalid parameter. */
export function parseSearch(req: HttpRequest, nowMs: number) {
  const parameters = new ZipkinParameters(req);
  const limit = parameters.count('limit') ?? DEFAULT_LIMIT;
  if (limit > MAX_LIMIT) {
    throw badRequest(`limit must be at most ${MAX_LIMIT}`);
  }
  return {
    query: {
      serviceName: parseName(parameters, 'serviceName'),
      remoteServiceName: parseName(parameters, 'remoteServiceName'),
      spanName: parseName(parameters, 'spanName'),
      annotations: parseAnnotationQuery(parameters.text('annotationQuery')),
      duration: parseDuration(parameters),
    },
    window: parseWindow(parameters, nowMs),
    limit,
  };
}

/** Parses the window of a dependencies request. The request must contain the window's end. */
export function parseDependencies(req: HttpRequest): TimeWindow {
  const parameters = new ZipkinParameters(req);
  return parseWindow(parameters, parameters.requiredCount('endTs'));
}

function parseWindow(parameters: ZipkinParameters, nowMs: number): TimeWindow {
  return toWindow(parameters.count('endTs') ?? nowMs, parameters.count('lookback') ?? MS_PER_DAY);
}

/** Parses a name. Lens sends `all` if the user has not chosen a name. */
function parseName(parameters: ZipkinParameters, name: string): string | undefined {
  const text = parameters.name(name);
  return text === 'all' && name === 'spanName' ? undefined : text;
}

function parseAnnotationQuery(text = ''): ReadonlyMap<string, string> {
  const annotations = new Map<string, string>();
  for (const part of text.split(' and ')) {
    const at = part.indexOf('=');
    const key = (at === -1 ? part : part.slice(0, at)).trim();
    if (key !== '') {
      annotations.set(key, at === -1 ? '' : part.slice(at + 1).trim());
    }
  }
  return annotations;
}

function parseDuration(parameters: ZipkinParameters): ZipkinQuery['duration'] {
  const min = parameters.count('minDuration');
  const max = parameters.count('maxDuration');
  if (min === undefined) {
    if (max !== undefined) {
      throw badRequest('maxDuration is only valid with minDuration');
    }
    return undefined;
  }
  if (max !== undefined && max < min) {
    throw badRequest('maxDuration is less than minDuration');
  }
  return { min, max: max ?? Number.POSITIVE_INFINITY };
}

const NS_PER_MS = 1_000_000n;
const NS_PER_MICROSECOND = 1000n;

/**
 * Returns the window that ends at a time in ms. The window includes the whole last microsecond, because answers show
 * times in microseconds.
 */
function toWindow(endMs: number, lookBackMs: number): TimeWindow {
  const end = BigInt(endMs) * NS_PER_MS;
  return {
    oldest: within(end - BigInt(lookBackMs) * NS_PER_MS),
    newest: within(end + NS_PER_MICROSECOND),
  };
}
