/** Any value that JSON can represent. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A JSON Schema object, as in tool definitions. */
export type JsonSchema = { readonly [key: string]: JsonValue };
