/** A JSON member of the wrong type. Thrown inside the reader only: it costs a span, or the request. */
export class WrongMember extends Error {
  constructor(member: string, expected: string) {
    super(`${member} is not ${expected}.`);
    this.name = 'WrongMember';
  }
}
