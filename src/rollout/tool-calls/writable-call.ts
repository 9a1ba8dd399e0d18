/** A call to be written. */
export interface WritableCall {
  readonly name: string;
  /** The text of a JSON object, or what a model wrote in its place. */
  readonly arguments: string;
}
