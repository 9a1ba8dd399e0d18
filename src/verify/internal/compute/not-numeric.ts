/** The node has no numeric value: a set, a text, a function that is not known. Caught inside this room. */
export class NotNumeric extends Error {}
