/** Returns a positive id as hex digits. */
export function hex(value, digits) {
  return (value + 1).toString(16).padStart(digits, '0');
}

/** Repeats a text made from a counter until the size is reached. */
export function repeat(bytes, make, separator = ',') {
  const parts = [];
  for (let at = 0, length = 0; length < bytes; at++) {
    const part = make(at);
    parts.push(part);
    length += part.length + separator.length;
  }
  return parts.join(separator);
}

/** The families of names that take different ways through the intake. */
export const nameFamilies = {
  'plain names': (at) => `n${at.toString(36)}`,
  'integer names': (at) => String(at * 7919),
  'dotted names': (at) => `p.q${at.toString(36)}.r`,
  'names ag.x<i>': (at) => `ag.x${at}`,
  'names ag.data.<i>': (at) => `ag.data.${at}`,
  'names ag.data.inputs.<i>': (at) => `ag.data.inputs.k${at}`,
  'names ag.references.<i>.id': (at) => `ag.references.${at}.id`,
  'names ag.refs.x<i>': (at) => `ag.refs.x${at}.slug`,
  'names ag.metrics.<i>': (at) => `ag.metrics.costs.incremental.${at}`,
  'names ag.tags.<i>': (at) => `ag.tags.t${at}`,
  'names gen_ai.prompt.<i>': (at) => `gen_ai.prompt.${at}.role`,
  'names llm.input_messages.<i>': (at) => `llm.input_messages.${at}.message.role`,
};

/** Returns a text value with which a name takes about as much room as a body needs for each new name. */
export function fillerFor(name, length) {
  return 'x'.repeat(Math.max(0, length - name.length));
}

/** Returns the members of an object with a dotted key of short, ever new segments. */
export function dotted(at, segments, prefix = '') {
  return `"${prefix}${Array.from({ length: segments }, (_, n) => ((at * segments + n) % 1_679_616).toString(36)).join('.')}":1`;
}
