import { parser } from '@grafana/lezer-traceql';
import { parseQuery } from '@spanhouse/traceql';
import { exampleMetrics, exampleQueries } from '@spanhouse/traceql/testing';

/** Matches constructs that Grafana's editor does not support yet. */
const unknown = /nestedSet|span:childCount|with\(sample|over_time\(\) by \(.*\) >/;

/** Queries that Grafana's data source and Traces Drilldown send. */
const recorded = [
  '{resource.service.name="a" && name="b" && span.x=~"c|d" && duration>1s && traceDuration<5s}',
  '{(span.x="a" || span.x="b") && (name!="c" && name!="d")}',
  '{true && status=error} | rate() by(resource.service.name)',
  '{kind=server && span.x != nil} | quantile_over_time(duration, 0.9) by(span.x)',
  '{kind=server} | histogram_over_time(duration) with(sample=true)',
  '{kind=server} | compare({status = error}, 10)',
  '{kind=server} | compare({duration >= 1s}, 10, 1777629600000000000, 1777633200000000000)',
  '{kind=server} | select(span.a, resource.service.name)',
  '{kind=server && status = error} | select(resource.service.name, event.exception.message,event.exception.stacktrace,event.exception.type) with(most_recent=true)',
];

const examples = [...exampleQueries, ...exampleMetrics].map(([query]) => query);

/** Returns the parts of a query that violate the grammar. */
function errorsOf(query: string): readonly string[] {
  const errors: string[] = [];
  parser.parse(query).iterate({
    enter({ type, from }) {
      if (type.isError) {
        errors.push(query.slice(from));
      }
    },
  });
  return errors;
}

describe("the grammar of Grafana's editor of TraceQL", () => {
  it.each([...examples, ...recorded].filter((query) => !unknown.test(query)))(
    'accepts %s, like our parser',
    (query) => {
      expect(errorsOf(query)).toEqual([]);
      expect(() => parseQuery(query)).not.toThrow();
    },
  );

  it.each(['{ name = }', '{ .a == 1 }', '{ } | rate(', '{ a = 1 }', '{ } | by()'])(
    'refuses %s, like our parser',
    (query) => {
      expect(errorsOf(query)).not.toEqual([]);
      expect(() => parseQuery(query)).toThrow();
    },
  );

  it.each([...examples, ...recorded].filter((query) => unknown.test(query)))(
    'does not support %s, which our parser accepts',
    (query) => {
      expect(errorsOf(query)).not.toEqual([]);
      expect(() => parseQuery(query)).not.toThrow();
    },
  );
});
