/** Attributes of an element; `text` is its text. What a model wrote goes into a page by these functions alone, as text. */
export type Attributes = { readonly [name: string]: string | number | boolean | undefined };

/** @returns A new element of HTML. */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  { text, ...attributes }: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  setAttributes(element, attributes);
  if (text !== undefined) element.textContent = String(text);
  element.append(...children);
  return element;
}

/** @returns A new element of SVG. */
export function svg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  { text, ...attributes }: Attributes = {},
  ...children: readonly Node[]
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  setAttributes(element, attributes);
  if (text !== undefined) element.textContent = String(text);
  element.append(...children);
  return element;
}

/** @returns The element of the page with an id. */
export function byId<Type extends HTMLElement = HTMLElement>(id: string): Type {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no element ${id}`);
  return found as Type;
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes))
    if (value === true) element.setAttribute(name, '');
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
}
