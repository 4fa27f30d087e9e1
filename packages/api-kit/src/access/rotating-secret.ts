import { z } from 'zod';

const MAX_VALUES = 2;

/**
 * Creates a field for a secret that can be replaced without an interruption: during the change it has two values,
 * separated by a comma. The first one is in use, and both are accepted.
 */
export function rotatingSecret(minCharacters: number) {
  return z
    .string()
    .refine((text) => secretValues(text).length <= MAX_VALUES, {
      error: `must have at most ${MAX_VALUES} values, separated by a comma`,
      abort: true,
    })
    .refine((text) => !(text.includes(',') && secretValues(text).includes('')), {
      error: 'has an empty value beside its comma',
      abort: true,
    })
    .refine((text) => !/\s,|,\s/.test(text), {
      error: 'has a space beside its comma',
      abort: true,
    })
    .refine((text) => secretValues(text).every((value) => value.length >= minCharacters), {
      error: `must have at least ${minCharacters} characters in each value`,
      abort: true,
    });
}

/** Returns the value in use, followed by the other accepted values. */
export function secretValues(text: string): readonly [current: string, ...others: string[]] {
  const [current = '', ...others] = text.split(',');
  return [current, ...others];
}
