import { parseQuery, type Query } from '@spanhouse/traceql';
import fc from 'fast-check';

type Metrics = Extract<Query, { readonly kind: 'metrics' }>;

const conditions = [
  'resource.service.name = "x"',
  'resource.service.name != nil',
  'resource.service.name =~ "5|x"',
  'resource.a = 1',
  'name =~ "GET .*"',
  'kind != server',
  'status = error',
  'duration > 5ns',
  '1us >= duration',
  'duration + 5ns > 12ns',
  'nestedSetParent < 0',
  'nestedSetParent != -1',
  'span.a = 1',
  'span.http.status_code >= 5',
  'span.b =~ "5|x"',
  'span.a = nil',
  'span.http.status_code + span.a > 2',
  'statusMessage != ""',
];
const functions = [
  'rate()',
  'count_over_time()',
  'max_over_time(duration)',
  'avg_over_time(duration)',
  'quantile_over_time(duration, 0, 0.9)',
  'histogram_over_time(duration)',
  'min_over_time(span.a)',
  'sum_over_time(span.http.status_code)',
  'quantile_over_time(span.a, 0.5, 1)',
  'histogram_over_time(span.b)',
];

/** Generates metrics queries that use few columns, so that spans can be counted by groups. */
export function anyGroupedMetrics(): fc.Arbitrary<Metrics> {
  const test = fc
    .tuple(fc.constantFrom('', '!'), fc.constantFrom(...conditions))
    .map(([not, text]) => `${not}(${text})`);
  const condition = fc
    .tuple(test, fc.constantFrom('&&', '||'), test)
    .map(([left, operator, right]) => `{ ${left} ${operator} ${right} }`);
  const filter = fc.oneof(
    fc.constant('{ }'),
    test.map((text) => `{ ${text} }`),
    condition,
  );
  const by = fc.uniqueArray(
    fc.constantFrom(
      ...['resource.service.name', 'resource.b', 'name', 'kind', 'status', 'statusMessage'],
      ...['span.a', 'span.b', 'span.http.status_code', 'span.service.name'],
    ),
    { maxLength: 2 },
  );
  return fc
    .tuple(filter, fc.constantFrom('|', '||'), filter, fc.constantFrom(...functions), by)
    .map(([left, operator, right, first, fields]) =>
      parseQuery(
        `${left} ${operator} ${right} | ${first}${fields.length === 0 ? '' : ` by (${fields.join(', ')})`}`,
      ),
    ) as fc.Arbitrary<Metrics>;
}
