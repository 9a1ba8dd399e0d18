/** A schema by the convention that zod, valibot, arktype and others share (standardschema.dev, version 1). */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    /** What the schema says of a value, at once or later. */
    readonly validate: (value: unknown) => StandardSchemaResult<Output> | Promise<StandardSchemaResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    /** Where the library writes JSON schemas itself (zod from 4.2, arktype from 2.1.28, `toStandardJsonSchema` of valibot's). */
    readonly jsonSchema?: {
      /** Of what is put in. */
      readonly input: (options: { readonly target: 'draft-2020-12' }) => object;
    };
  };
}

/** What such a schema says of a value. */
export type StandardSchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };
