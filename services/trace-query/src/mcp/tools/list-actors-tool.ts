import { isJsonObject, type JsonObject } from '@spanhouse/span-schema';
import { z } from 'zod';
import type { Actor } from '../../analytics/list-actors.js';
import { answerActors } from '../../analytics/post-actors-query.js';
import { textOf } from '../../http/send-json.js';
import { parseStoredJson } from '../../span-json/parse-stored-json.js';
import { pageArguments, queryArguments, readQuery } from './query-arguments.js';
import { sizeArgument, type Tool } from './tool.js';

const DEFAULT_LIMIT = 20;

/** Creates the tool that lists sessions or users. */
function listTool(actor: Actor): Tool {
  const list = `${actor}s`;
  return {
    name: `list_${list}`,
    title: `List ${list}`,
    description:
      `Lists the ${list} that have a matching span, the latest first, each with its traces, times, tokens, costs and ` +
      `errors. To see the traces of one, use search_traces with the field ${actor}_id. Example: {"limit":5}.`,
    schema: z.strictObject({
      ...queryArguments(),
      ...pageArguments(DEFAULT_LIMIT),
      ...sizeArgument,
    }),
    async run(args, { services, context }) {
      const query = {
        ...readQuery(args, DEFAULT_LIMIT),
        actor,
        isLatest: true,
        withSummaries: true,
      };
      const answer = parseStoredJson<JsonObject>(
        await textOf(await answerActors(query, services, context)),
      );
      return {
        data: { [list]: answer[list] ?? [] },
        rows: `/${list}`,
        next: nextCursor(answer),
        more: 'Use a smaller limit, and next for the following page; or a larger max_characters.',
      };
    },
  };
}

function nextCursor({ windowing }: JsonObject): string | null {
  const next = isJsonObject(windowing) ? windowing['next'] : undefined;
  return typeof next === 'string' ? next : null;
}

export const listSessions = listTool('session');
export const listUsers = listTool('user');
