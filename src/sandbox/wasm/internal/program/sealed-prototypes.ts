/**
 * Lets no property be added to what objects of JavaScript inherit from. A setter there would get every object that code of
 * the runtime builds with a property of that name, such as the one that loads modules; a `toJSON` would write our lines.
 */
export function sealPrototypes(): void {
  const functions = [() => {}, async () => {}, function* () {}, async function* () {}];
  const roots: unknown[] = [...functions, [].values(), new Map().values(), new Set().values()];
  for (const name of Reflect.ownKeys(globalThis)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(globalThis, name);
    if (typeof descriptor?.value === 'function') roots.push((descriptor.value as { prototype?: unknown }).prototype);
  }
  for (const root of roots)
    for (let one = root; isObject(one); one = Reflect.getPrototypeOf(one)) Reflect.preventExtensions(one);
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
