import { readTimeWindow } from './time-window.js';
import type { Search } from './use-search.js';

/** Display name of a URL parameter, and a function that tests its values. */
interface Parameter {
  readonly noun: string;
  readonly isKnown: (value: string) => boolean;
}

type Parameters = Readonly<Record<string, Parameter>>;

const w: Parameter = { noun: 'window', isKnown: (value) => readTimeWindow(value) !== undefined };
const o = oneOf('order', ['ascending', 'descending']);
const id: Parameter = { noun: 'trace', isKnown: (value) => /^([\da-f]{32})?$/i.test(value) };
const part: Parameter = {
  noun: 'zoom',
  isKnown: (value) => {
    const [, from, to] = /^(\d{1,16})-(\d{1,16})$/.exec(value) ?? [];
    return Number(from) < Number(to);
  },
};

const tabs = ['waterfall', 'flame', 'steps', 'conversation', 'log', 'table'];
const parts = [
  ...['overview', 'messages', 'attributes', 'events', 'links', 'references', 'annotations', 'raw'],
];
const groups = ['model', 'service', 'type', 'name', 'user', 'session', 'agent'];

/**
 * URL parameters that allow only certain values, keyed by the page's path. A path ends with a slash if an id follows
 * it.
 */
const pages: Readonly<Record<string, Parameters>> = {
  spans: { w, o, v: oneOf('view', ['list', 'heat', 'compare']) },
  traces: { w, o, v: oneOf('view', ['list']) },
  'traces/': { tab: oneOf('tab', tabs), part: oneOf('part of a span', parts), z: part },
  compare: {
    a: id,
    b: id,
    tab: oneOf('tab', ['messages', 'attributes', 'numbers']),
    o: oneOf('order', ['size']),
  },
  sessions: { w },
  'sessions/': { w, o },
  users: { w },
  'users/': { w, o },
  analytics: {
    w,
    g: { noun: 'group', isKnown: (value) => groups.includes(value) || /^\../s.test(value) },
  },
  services: { w, by: oneOf('kind of node', ['service', 'step']) },
  'dead-letters': { w },
};

function oneOf(noun: string, values: readonly string[]): Parameter {
  return { noun, isKnown: (value) => values.includes(value) };
}

/** Describes the parameters that the page ignores because their values are invalid, such as `the window yesterday`. */
export function unknownValues(path: string, search: Search): readonly string[] {
  const [first = '', ...rest] = path.split('/').filter((segment) => segment !== '');
  const parameters = pages[rest.length > 0 ? `${first}/` : first] ?? {};
  return Object.entries(parameters).flatMap(([name, { noun, isKnown }]) => {
    const value = search[name];
    return value === undefined || isKnown(value) ? [] : [`the ${noun} ${value}`];
  });
}
