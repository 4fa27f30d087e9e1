import type { JsonObject } from '@spanhouse/span-schema';
import { z } from 'zod';
import type { AnalyticsServices } from '../../analytics/analytics-services.js';
import type { ReadContext } from '../../http/read-handler.js';
import type { ListServices } from '../../lists/list-services.js';
import { answerSizes, type ToolAnswer } from '../answer/write-answer.js';

export type ToolServices = ListServices & AnalyticsServices;

/** The context of a tool call. The caller has the permission to view spans. */
export interface ToolCall {
  readonly services: ToolServices;
  readonly context: ReadContext;
  readonly maxCharacters: number;
}

/** A tool as models see it. Descriptions are short, because every conversation includes them. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Schema of the accepted arguments. Any other argument is refused. */
  readonly schema: z.ZodObject;
  /**
   * Runs the tool. The arguments satisfy `schema`, but are passed as the client sent them. Throws the same errors as
   * the corresponding route.
   */
  run(args: JsonObject, call: ToolCall): Promise<ToolAnswer>;
}

/** Argument for the maximum size of an answer. All tools have it. */
export const sizeArgument = {
  max_characters: z
    .int()
    .min(answerSizes.min)
    .max(answerSizes.max)
    .default(answerSizes.default)
    .describe('Size of the answer. What does not fit is listed in left_out.')
    .optional(),
};
