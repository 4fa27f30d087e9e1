import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  withoutUndefined,
} from '@spanhouse/span-schema';

/** The tokens of one call; `prompt` includes cached tokens. */
interface Usage {
  prompt?: number;
  completion?: number;
  total?: number;
  cache_read?: number;
  cache_creation?: number;
  reasoning?: number;
}

/**
 * Reads usage in the format of a provider or of Langfuse. In OpenAI's format, a count includes its details. In the
 * formats of Anthropic and Langfuse, counts do not overlap, and their names contain `input` or `output`.
 */
export function readUsageDetails(details: JsonValue | undefined): Usage {
  if (!isJsonObject(details)) {
    return {};
  }
  return details['prompt_tokens'] !== undefined || details['input_tokens_details'] !== undefined
    ? readOpenAiUsage(details)
    : readDisjointUsage(details);
}

function readOpenAiUsage(details: JsonObject): Usage {
  const input = details['prompt_tokens_details'] ?? details['input_tokens_details'];
  const output = details['completion_tokens_details'] ?? details['output_tokens_details'];
  return withoutUndefined({
    prompt: countIn(details, 'prompt_tokens', 'input_tokens'),
    completion: countIn(details, 'completion_tokens', 'output_tokens'),
    total: countIn(details, 'total_tokens'),
    cache_read: countIn(input, 'cached_tokens'),
    cache_creation: countIn(input, 'cache_write_tokens'),
    reasoning: countIn(output, 'reasoning_tokens'),
  });
}

function readDisjointUsage(details: JsonObject): Usage {
  return withoutUndefined({
    prompt: sumOf(details, 'input'),
    completion: sumOf(details, 'output'),
    total: countIn(details, 'total'),
    cache_read: countIn(details, 'input_cached_tokens', 'cache_read_input_tokens'),
    cache_creation: countIn(
      details,
      'input_cache_write_tokens',
      'input_cache_creation',
      'cache_creation_input_tokens',
    ),
    reasoning: countIn(details, 'output_reasoning_tokens'),
  });
}

/** Returns the sum of all counts whose names contain `word`. */
function sumOf(details: JsonObject, word: string): number | undefined {
  let sum: number | undefined;
  for (const [name, count] of Object.entries(details)) {
    if (typeof count === 'number' && name.includes(word)) {
      sum = (sum ?? 0) + count;
    }
  }
  return sum;
}

function countIn(details: JsonValue | undefined, ...names: readonly string[]): number | undefined {
  const counts = isJsonObject(details) ? names.map((name) => details[name]) : [];
  return counts.find((count) => typeof count === 'number');
}
