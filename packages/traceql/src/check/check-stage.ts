import type { Expression } from '../tree/expression.js';
import { type Field, typeOfField } from '../tree/field.js';
import { listFields } from '../tree/list-fields.js';
import type { Aggregate } from '../tree/query.js';
import { checkExpression } from './check-condition.js';
import { mayBeNumber, staticType } from './static-type.js';

/** Returns the reason why spans cannot be grouped by an expression; undefined if they can. */
export function checkGroup(by: Expression): string | undefined {
  const namesField = listFields(by).length > 0;
  return checkExpression(by) ?? (namesField ? undefined : 'the expression must name a field');
}

/** Returns the reason why an aggregate cannot be computed; undefined if it can. */
export function checkAggregate(aggregate: Aggregate): string | undefined {
  if (aggregate.kind === 'count') {
    return undefined;
  }
  const reason = checkGroup(aggregate.of);
  if (reason !== undefined) {
    return reason;
  }
  return mayBeNumber(staticType(aggregate.of)) ? undefined : 'the expression must be a number';
}

/** Returns the reason why a field cannot be measured over time; undefined if it can. */
export function checkMeasured(field: Field): string | undefined {
  return mayBeNumber(typeOfField(field)) ? undefined : 'the field must be a number';
}
