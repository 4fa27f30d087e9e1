import { cut } from '../filter/leaves.js';

/** SQL: the model that the response of a span names, else that of its request; `''` if neither does. */
export const namedModel = `if(${modelOf('response')} != '', ${modelOf('response')}, ${modelOf('request')})`;

/** SQL: the same from small columns, unless `isModelUnclear`. */
export const quickModel = `if(${isListed('meta.response')} OR ${isListed('meta.request')}, model, '')`;

/** SQL: the column may hold the model of the parameters; only the JSON text tells. */
export const isModelUnclear = `(model != '' AND (${cut} OR ${isListed('data.parameters')}))`;

function modelOf(side: string): string {
  const path = `attributes, 'ag', 'meta', '${side}', 'model'`;
  return `if(JSONType(${path}) = 'String', JSONExtractString(${path}), '')`;
}

function isListed(group: string): string {
  return `position(concat('\\0', string_keys), '\\0ag.${group}.model\\0') > 0`;
}
