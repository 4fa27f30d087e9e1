import { parseQuery } from '../parse/parse-query.js';
import { printExpression } from '../print/print-expression.js';
import type { Expression } from '../tree/expression.js';
import type { Field } from '../tree/field.js';
import { freeField } from './free-field.js';
import { parseHalfTyped } from './parse-half-typed.js';

function shown(condition: Expression | undefined): string {
  return condition === undefined ? '' : printExpression(condition);
}

function conditionOf(text: string): Expression | undefined {
  return parseHalfTyped(text)?.condition;
}

describe('parseHalfTyped', () => {
  it.each([
    ['{ name = }', 'true'],
    ['{ span.http.status_code = 502 && name = }', '(span.http.status_code = 502) && true'],
    ['{ name = && kind = client }', 'true && (kind = client)'],
    ['{ kind = client && ', '(kind = client) && true'],
    ['{ && kind = client }', 'true && (kind = client)'],
    ['{ kind = client', 'kind = client'],
    ['{ (kind = client || name =~ ', '(kind = client) || true'],
    ['{ kind = client && name = "che', '(kind = client) && true'],
    ['{ kind = client && name = `che', '(kind = client) && true'],
    ['{ kind = client && name = "che\\', '(kind = client) && true'],
    ['{ kind = client && name = "a \\" b', '(kind = client) && true'],
    ['{ name = "a \\" b" && kind = }', '(name = "a \\" b") && true'],
    ['{ kind = client && span. }', '(kind = client) && true'],
    ['{ kind = client && span.fo', '(kind = client) && true'],
    ['{ name = "a && b" && kind = }', '(name = "a && b") && true'],
    ['{ span."odd } name" = 1 && kind', '(span."odd } name" = 1) && true'],
    ['{', ''],
    ['{ }', ''],
    ['{ true }', 'true'],
    ['{ kind = client }', 'kind = client'],
  ])('reads %s as %s', (text, expected) => {
    expect(parseHalfTyped(text)).toBeDefined();
    expect(shown(conditionOf(text))).toBe(expected);
  });

  it.each([
    '',
    'name = "a"',
    '{ name == "a" }',
    '{ name = 1 }',
    '{ a = 1 }',
    '{ .a = 1 } && { .b = 1 }',
    '{ .a = 1 } > { .b = 1 }',
    '{ .a = 1 } | count() > 1',
    '{ .a = 1 } | rate()',
    '{ .a = 1 } }',
  ])('reads no filter in %p', (text) => {
    expect(parseHalfTyped(text)).toBeUndefined();
  });
});

describe('freeField', () => {
  const service: Field = { kind: 'attribute', scope: 'resource', name: 'service.name' };
  const free = (text: string) => {
    const parsed = parseQuery(text);
    const [stage] = parsed.kind === 'traces' ? parsed.pipeline : [];
    const condition =
      stage?.kind === 'spans' && stage.spans.kind === 'filter' ? stage.spans.condition : undefined;
    return condition === undefined ? '' : printExpression(freeField(condition, service));
  };

  it.each([
    ['{ resource.service.name = "a" }', 'true'],
    ['{ kind = client && resource.service.name = "a" }', '(kind = client) && true'],
    ['{ resource.service.name = "a" || resource.service.name = "b" }', 'true || true'],
    [
      '{ resource.service.name = "a" || kind = client }',
      '(resource.service.name = "a") || (kind = client)',
    ],
    ['{ resource.service.name != "a" }', 'resource.service.name != "a"'],
    ['{ .service.name = "a" }', '.service.name = "a"'],
  ])('turns %s into %s', (text, expected) => {
    expect(free(text)).toBe(expected);
  });
});
