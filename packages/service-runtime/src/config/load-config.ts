import type { z } from 'zod';

/**
 * An error that lists every problem in a configuration, one per line. It contains no values, because some values are
 * secrets.
 */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    const [first = '', ...others] = problems;
    const listed =
      others.length === 0 ? ` ${first}` : problems.map((line) => `\n  ${line}`).join('');
    super(`The configuration is invalid:${listed}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** The fields of a configuration, keyed by environment variable. */
export type ConfigShape = Readonly<Record<string, z.ZodType>>;

export type Config<Shape extends ConfigShape> = {
  readonly [Name in keyof Shape]: z.output<Shape[Name]>;
};

/**
 * Reads the variables of `shape` from an environment and returns them as a frozen object. An empty variable counts as
 * unset. Throws one ConfigError that lists every problem.
 */
export function loadConfig<const Shape extends ConfigShape>(
  shape: Shape,
  env: Readonly<Record<string, string | undefined>>,
): Config<Shape> {
  const entries: [string, unknown][] = [];
  const problems: string[] = [];
  for (const [name, field] of Object.entries(shape)) {
    const value = env[name] === '' ? undefined : env[name];
    const result = field.safeParse(value);
    if (result.success) {
      entries.push([name, result.data]);
    } else if (value === undefined) {
      problems.push(describeMissing(name, field));
    } else {
      problems.push(...result.error.issues.map((issue) => `${name}: ${issue.message}`));
    }
  }
  if (problems.length > 0) {
    throw new ConfigError(problems);
  }
  return Object.freeze(Object.fromEntries(entries)) as Config<Shape>;
}

function describeMissing(name: string, field: z.ZodType): string {
  const { description } = field;
  return description === undefined
    ? `${name}: is required`
    : `${name}: is required (${description})`;
}

/**
 * The exit code EX_CONFIG of sysexits.h. A supervisor should not restart the process before its configuration is
 * changed.
 */
const EXIT_CONFIG = 78;

/** Runs `load`. On a ConfigError, prints the error to standard error and exits with code 78. */
export function exitOnConfigError<T>(load: () => T): T {
  try {
    return load();
  } catch (error) {
    if (!(error instanceof ConfigError)) {
      throw error;
    }
    process.stderr.write(`${error.message}\n`);
    return process.exit(EXIT_CONFIG);
  }
}
