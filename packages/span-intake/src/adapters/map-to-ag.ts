import type { JsonObject } from '@spanhouse/span-schema';
import type { AdapterName } from './adapter.js';
import { AttributeMapper } from './attribute-mapper.js';
import { genAi } from './gen-ai/gen-ai.js';
import { nativeAg } from './native-ag.js';
import { openInference } from './open-inference.js';
import { traceloop } from './traceloop.js';
import { vercelAi } from './vercel-ai.js';

const mapper = new AttributeMapper([traceloop, openInference, genAi, vercelAi, nativeAg]);

/**
 * Maps the attributes of one span to `ag` in place and returns the adapters that failed on it. The
 * order of the adapters decides between conventions: a later adapter overwrites an earlier one.
 */
export function mapToAg(attributes: JsonObject): readonly AdapterName[] {
  return mapper.map(attributes);
}
