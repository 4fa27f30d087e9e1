/** What an outline says about the parts of a span that it leaves out; the bits of `flags`. */
export const outlineFlags = {
  events: 1,
  links: 2,
  /** An event named `exception`, or `ag.exception`. */
  exception: 4,
  input: 8,
  output: 16,
  annotation: 32,
  references: 64,
} as const;
