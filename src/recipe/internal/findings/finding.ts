/** A place of a recipe, whether its setting is probably a mistake, and what to say of it then. */
export type Finding = readonly [path: string, isFound: boolean, message: string];
