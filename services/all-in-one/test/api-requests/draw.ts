import fc, { type GeneratorValue } from 'fast-check';
import type { KnownValues } from './known-values.js';

/** A source of random values for one request. */
export interface Draw {
  oneOf<Value>(values: readonly Value[]): Value;
  /** Returns true in `percent` of 100 cases. */
  chance(percent: number): boolean;
  /** Returns a string for a member or parameter. Within a request, most strings with the same name are equal. */
  text(name: string): string;
}

/** The values that a sender knows from another project and from its own project. */
export interface Knowledge {
  readonly foreign: KnownValues;
  readonly own: KnownValues;
}

/**
 * Creates a source of values: mostly values of the other project, some of the sender's own project, and some new
 * values.
 */
export function createDraw(gen: GeneratorValue, { foreign, own }: Knowledge): Draw {
  const usual = new Map<string, string>();
  const oneOf = <Value>(values: readonly Value[]): Value => {
    const value = values[gen(upTo, values.length - 1)];
    return value as Value;
  };
  const chance = (percent: number) => gen(upTo, 99) >= 100 - percent;
  const any = (name: string): string => {
    const [first, second] = chance(70) ? [foreign, own] : [own, foreign];
    const known = [first.of(name), second.of(name), first.all()].find(({ length }) => length > 0);
    const value = oneOf(known ?? ['unknown']);
    return chance(15) ? unlike(value, gen(anyUuid)) : value;
  };
  return {
    oneOf,
    chance,
    text: (name) => {
      const value = usual.get(name) ?? any(name);
      usual.set(name, value);
      return chance(90) ? value : any(name);
    },
  };
}

function anyUuid(): fc.Arbitrary<string> {
  return fc.noBias(fc.uuid());
}

/** Generates uniformly distributed numbers up to a maximum. Plain fast-check would prefer the ends of the range. */
function upTo(max: number): fc.Arbitrary<number> {
  return fc.noBias(fc.nat(max));
}

/** Returns a new string that has the format of `value` but is not stored anywhere. Returns a time unchanged. */
export function unlike(value: string, uuid: string = crypto.randomUUID()): string {
  const digits = uuid.replaceAll('-', '');
  if (/^[0-9a-f-]{16,}$/.test(value)) {
    let next = 0;
    return value.replaceAll(/[0-9a-f]/g, () => digits[next++ % digits.length] ?? '0');
  }
  return /^\d{4}-\d\d-\d\dT/.test(value) ? value : `${value}-${digits}`;
}
