import type { HttpMethod, Route } from './route.js';

export type RouteMatch =
  | { readonly status: 'found'; readonly route: Route; readonly params: Record<string, string> }
  | { readonly status: 'wrong_method'; readonly allow: readonly HttpMethod[] }
  | { readonly status: 'unknown' };

/** Finds routes by path: a literal segment before a parameter, whatever the order of declaration. */
export interface RouteTable {
  /** `path` as the client wrote it, without query string, `/api` prefixes and final slash. */
  match(method: string, path: string): RouteMatch;
}

interface Pattern {
  readonly segments: readonly string[];
  readonly byMethod: Map<string, Route>;
}

const NO_PARAMS: Record<string, string> = Object.freeze(Object.create(null));

export function createRouteTable(routes: readonly Route[]): RouteTable {
  const patterns = new Map<string, Pattern>();
  for (const route of routes) {
    for (const path of pathsOf(route)) add(patterns, path, route);
  }
  const ordered = [...patterns.values()].sort(bySpecificity);
  // Most requests end here, without a walk over the patterns.
  const literal = new Map([...patterns].map(([path, { byMethod }]) => [path, byMethod]));

  return {
    match(method, path) {
      const wanted = method === 'HEAD' ? 'GET' : method;
      const route = literal.get(path)?.get(wanted);
      if (route !== undefined) return { status: 'found', route, params: NO_PARAMS };
      return matchPatterns(ordered, wanted, path);
    },
  };
}

function matchPatterns(patterns: readonly Pattern[], method: string, path: string): RouteMatch {
  const allow = new Set<HttpMethod>();
  const segments = path.split('/').map(decodeSegment);
  for (const { segments: expected, byMethod } of patterns) {
    const params = matchSegments(expected, segments);
    if (params === undefined) continue;
    const route = byMethod.get(method);
    if (route !== undefined) return { status: 'found', route, params };
    for (const known of byMethod.values()) allow.add(known.method);
  }
  return allow.size === 0 ? { status: 'unknown' } : { status: 'wrong_method', allow: [...allow] };
}

function pathsOf(route: Route): readonly string[] {
  const path = route.path.endsWith('/') ? route.path.slice(0, -1) : route.path;
  return route.mirrored === true ? [path, `/preview${path}`] : [path];
}

function add(patterns: Map<string, Pattern>, path: string, route: Route): void {
  const pattern = patterns.get(path) ?? { segments: path.split('/'), byMethod: new Map() };
  if (pattern.byMethod.has(route.method)) {
    throw new Error(`route ${route.method} ${path} is declared twice`);
  }
  pattern.byMethod.set(route.method, route);
  patterns.set(path, pattern);
}

function bySpecificity(a: Pattern, b: Pattern): number {
  return a.segments.filter(isParameter).length - b.segments.filter(isParameter).length;
}

function matchSegments(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (isParameter(expected)) {
      if (segment === '') return undefined;
      params[expected.slice(1)] = segment;
    } else if (segment !== expected) {
      return undefined;
    }
  }
  return params;
}

function isParameter(segment: string): boolean {
  return segment.startsWith(':');
}

function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return segment; // whoever parses the parameter refuses it
    throw error;
  }
}
