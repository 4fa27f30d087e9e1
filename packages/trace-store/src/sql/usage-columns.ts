import { presentBits } from '@spanhouse/span-row';
import { cut, isWhole } from '../filter/leaves.js';

/** SQL: the usage of the span was mapped from a convention. */
export const isMapped = `bitAnd(present, ${presentBits.mapped_usage}) != 0`;

const inMap = "string_attributes['ag.meta.response.id']";
const inText = "JSONExtract(attributes, 'ag', 'meta', 'response', 'id', 'Nullable(String)')";

/** SQL: the id of the provider's response, `''` if the span has none. */
export const responseId = `if(${cut} OR NOT ${isWhole(inMap)}, ifNull(${inText}, ''), ${inMap})`;
