import type { z } from 'zod';

/** A field that may be left out or be null: undefined here, either way. */
export const optional = <S extends z.ZodType>(schema: S) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();
