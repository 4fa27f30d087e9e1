import type { JsonObject } from '@spanhouse/span-schema';
import { z } from 'zod';
import type { AnalyticsServices } from '../../analytics/analytics-services.js';
import type { ReadContext } from '../../http/read-handler.js';
import type { ListServices } from '../../lists/list-services.js';
import { answerSizes, type ToolAnswer } from '../answer/write-answer.js';

/** The dependencies of tools. */
export type ToolServices = ListServices & AnalyticsServices;

/** The context of a call. The caller may view spans. */
export interface ToolCall {
  readonly services: ToolServices;
  readonly context: ReadContext;
  readonly maxCharacters: number;
}

/** A tool as models see it. Descriptions are short, because they are part of every conversation. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The accepted arguments. Others are refused. */
  readonly schema: z.ZodObject;
  /**
   * Answers a call whose arguments satisfy `schema`, in their original form. Throws the refusals of the corresponding
   * route.
   */
  run(args: JsonObject, call: ToolCall): Promise<ToolAnswer>;
}

/** The argument of all tools. */
export const sizeArgument = {
  max_characters: z
    .int()
    .min(answerSizes.min)
    .max(answerSizes.max)
    .default(answerSizes.default)
    .describe('Size of the answer. What does not fit is listed in left_out.')
    .optional(),
};
