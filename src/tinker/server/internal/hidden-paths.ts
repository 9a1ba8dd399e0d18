/** A path of this machine, as messages have it: at their beginning before a colon, in quotation marks, or by itself; and a URL of a file. */
const PATHS = [
  /^(?:\/|[A-Za-z]:[\\/])[^\n:]*(?=:\s)/g,
  /(?<=(["'`]))(?:\/|[A-Za-z]:[\\/])[^"'`\n]*(?=\1)/g,
  /(?<=^|[\s(=,[])(?:\/[^\s'"`,;:()\]]+|[A-Za-z]:[\\/][^\s'"`,;()\]]+)/g,
  /file:\/\/[^\s'"`,;)\]]+/g,
];

/** @returns The message with `…` for each path of this machine, because clients must not see them. */
export function hidePaths(message: string): string {
  return PATHS.reduce((text, path) => text.replaceAll(path, '…'), message);
}
