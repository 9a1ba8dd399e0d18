/** Any value JSON can hold. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A JSON Schema object, as tool definitions carry it. */
export type JsonSchema = { readonly [key: string]: JsonValue };
