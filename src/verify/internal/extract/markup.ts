/** Struck out, in Markdown; in a formula ~~ is a space, which has something else around it. */
const STRUCK = /(?<![^\s*_(:>[])~~(?=\S)[^~]{0,400}?(?<=\S)~~(?![^\s*_).,;:!?<\]])/g;
/** Comments, and what HTML strikes out; a token <s> may also begin a text. */
const UNSAID = /<!--[^]*?(?:-->|$)|(?!^)<s>[^<]*<\/s>|<(del|strike)>[^]*?<\/\1>/g;
const TAG = /<\/?(b|strong|i|em|u|p|div|span|code|mark|small|big|center|font|h[1-6])(?:\s[^<>]*)?>|<br\s*\/?>/gi;

/**
 * A text with what its markup takes back or hides blanked, and with HTML tags that only present it blanked, so that every
 * place keeps its offset.
 */
export function withoutMarkup(text: string): string {
  let said = text;
  if (said.includes('~~')) said = said.replace(STRUCK, blank);
  if (!said.includes('<')) return said;
  if (/<(?:!--|s>|del>|strike>)/.test(said)) said = said.replace(UNSAID, blank);
  // a < b > c is no tag; a tag is closed.
  return said.replace(TAG, (tag: string, name?: string) =>
    name === undefined || said.includes(`</${name}>`) ? blank(tag) : tag,
  );
}

function blank(part: string): string {
  return part.replace(/[^\n]/g, ' ');
}
