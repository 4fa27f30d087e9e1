import { presentBits } from '@spanhouse/span-row';
import { cut } from '../filter/leaves.js';

/** SQL: the usage of the span was mapped from a convention. */
export const isMapped = `bitAnd(present, ${presentBits.mapped_usage}) != 0`;

const mayHaveId = `(${cut} OR position(concat('\\0', string_keys), '\\0ag.meta.response.id\\0') > 0)`;
const inText = "JSONExtract(attributes, 'ag', 'meta', 'response', 'id', 'Nullable(String)')";

/** SQL: the id of the provider's response, `''` if the span has none. */
export const responseId = `if(${mayHaveId}, ifNull(${inText}, ''), '')`;
