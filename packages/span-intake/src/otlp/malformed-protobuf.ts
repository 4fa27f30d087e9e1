/** Thrown inside the decoder only: a reader of bodies answers `undecodable`. */
export class MalformedProtobuf extends Error {
  constructor(reason: string, position: number) {
    super(`${reason} at byte ${position}`);
    this.name = 'MalformedProtobuf';
  }
}
