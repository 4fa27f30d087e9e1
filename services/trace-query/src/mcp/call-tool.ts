import { toValidationDetails, unprocessable } from '@spanhouse/api-kit';
import type { JsonObject } from '@spanhouse/span-schema';
import { formatTimestamp } from '@spanhouse/span-schema';
import { z } from 'zod';
import { outcomeOf } from '../http/read-outcome.js';
import type { ReadOutcome } from '../metrics.js';
import { describeProblem } from './answer/describe-problem.js';
import { answerSizes, writeAnswer } from './answer/write-answer.js';
import { acceptedFilters } from './tools/query-arguments.js';
import type { Tool, ToolCall } from './tools/tool.js';

/**
 * Resolves with the answer for the model and the outcome. Refusals, timeouts and an unavailable store are ordinary
 * answers, because a model can react to them. Rejects only with internal errors.
 */
export async function callTool(
  tool: Tool,
  args: JsonObject,
  { services, context }: Pick<ToolCall, 'services' | 'context'>,
): Promise<{ readonly text: string; readonly outcome: ReadOutcome }> {
  try {
    const maxCharacters = sizeOf(tool, args);
    const answer = await tool.run(args, { services, context, maxCharacters });
    const now = formatTimestamp(services.clock.nowNs());
    return { text: writeAnswer(answer, { maxCharacters, now }), outcome: 'answered' };
  } catch (error) {
    return { text: describeProblem(error, acceptedBy(tool)), outcome: outcomeOf(error) };
  }
}

/** Validates the arguments and returns the maximum answer size. Throws a 422 that lists every problem. */
function sizeOf({ schema }: Tool, args: JsonObject): number {
  const parsed = schema.safeParse(args);
  if (!parsed.success) {
    throw unprocessable(toValidationDetails(namingUnknown(parsed.error), args, []));
  }
  return z.int().catch(answerSizes.default).parse(args['max_characters']);
}

/**
 * Returns an error that reports an unknown argument under the argument's own name instead of the name of the enclosing
 * object.
 */
function namingUnknown({ issues }: z.ZodError): z.ZodError {
  return new z.ZodError(
    issues.flatMap((issue): z.core.$ZodIssue[] =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({
            code: 'custom',
            path: [...issue.path, key],
            message: 'The tool has no such argument.',
            input: undefined,
          }))
        : [issue],
    ),
  );
}

function acceptedBy({ schema }: Tool): JsonObject {
  const names = Object.keys(schema.shape);
  const filters = names.includes('filtering') ? { filters: acceptedFilters } : {};
  return { arguments: names, ...filters } as unknown as JsonObject;
}
