import type { JsonObject } from '@spanhouse/span-schema';
import { z } from 'zod';
import type { AnalyticsServices } from '../../analytics/analytics-services.js';
import type { ReadContext } from '../../http/read-handler.js';
import type { ListServices } from '../../lists/list-services.js';
import { answerSizes, type ToolAnswer } from '../answer/write-answer.js';

/** What tools read from. */
export type ToolServices = ListServices & AnalyticsServices;

/** A call of a tool by a caller who may view spans. */
export interface ToolCall {
  readonly services: ToolServices;
  readonly context: ReadContext;
  readonly maxCharacters: number;
}

/** A tool as models see it. Descriptions are part of every conversation, so they are short. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What it accepts; every other argument is refused. */
  readonly schema: z.ZodObject;
  /**
   * Answers a call whose arguments satisfy `schema`, as they were sent. Throws the refusals of the route
   * that answers the same question.
   */
  run(args: JsonObject, call: ToolCall): Promise<ToolAnswer>;
}

/** The argument that every tool has. */
export const sizeArgument = {
  max_characters: z
    .int()
    .min(answerSizes.min)
    .max(answerSizes.max)
    .default(answerSizes.default)
    .describe('Size of the answer. What does not fit is listed in left_out.')
    .optional(),
};
