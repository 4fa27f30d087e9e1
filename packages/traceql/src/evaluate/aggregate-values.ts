import type { Aggregate, Scalar } from '../tree/query.js';

/** The result of an aggregate: a number to compare, and the number that an answer shows. */
export interface Aggregated {
  readonly value: Scalar;
  readonly shown: Scalar;
}

/** Aggregates the numbers of a set of spans; undefined without numbers. */
export function aggregateValues(
  kind: Exclude<Aggregate['kind'], 'count'>,
  values: readonly Scalar[],
): Aggregated | undefined {
  const [first] = values;
  if (first === undefined) {
    return undefined;
  }
  switch (kind) {
    case 'min':
      return plain(values.reduce((least, next) => (next.value < least.value ? next : least)));
    case 'max':
      return plain(values.reduce((most, next) => (next.value > most.value ? next : most)));
    case 'sum':
      return plain(sum(values));
    case 'avg': {
      const total = sum(values);
      const value: Scalar = { type: 'float', value: Number(total.value) / values.length };
      return total.type === 'duration'
        ? { value, shown: { type: 'duration', value: BigInt(Math.round(value.value)) } }
        : plain(value);
    }
  }
}

/** Keeps the type if all values have the same type. Floats are added in the order of the spans. */
function sum(values: readonly Scalar[]): Scalar {
  const type = values[0]?.type ?? 'int';
  if (type === 'float' || values.some((value) => value.type !== type)) {
    let total = 0;
    for (const { value } of values) {
      total += Number(value);
    }
    return { type: 'float', value: total };
  }
  let total = 0n;
  for (const { value } of values) {
    total += BigInt(value);
  }
  return { type, value: total };
}

function plain(value: Scalar): Aggregated {
  return { value, shown: value };
}
