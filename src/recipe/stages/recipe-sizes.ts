/** How many items a run's sources have, by name, as far as that is known. */
export interface RecipeSizes {
  readonly problems?: { readonly [name: string]: number };
  readonly demonstrations?: { readonly [name: string]: number };
  /** How many of the held-out problems a list has too, by their prompts. */
  readonly alsoHeldOut?: { readonly [name: string]: number };
}
