/** Builds the page that trains into `train/` of a static site's folder. @returns The page's folder. */
export function buildPage(outFolder: string): Promise<string>;
