import type { JsonObject } from '@spanhouse/span-schema';
import type { AdapterName } from './adapter.js';
import { AttributeMapper } from './attribute-mapper.js';
import { genAi } from './gen-ai.js';
import { nativeAg } from './native-ag.js';
import { openInference } from './open-inference.js';
import { traceloop } from './traceloop.js';
import { vercelAi } from './vercel-ai.js';

const mapper = new AttributeMapper([traceloop, openInference, genAi, vercelAi, nativeAg]);

/** Maps the attributes of one span in place; returns the adapters that failed on it. */
export function mapToAg(attributes: JsonObject): readonly AdapterName[] {
  return mapper.map(attributes);
}
