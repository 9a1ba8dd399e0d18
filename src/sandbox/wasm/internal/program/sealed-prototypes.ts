/**
 * Freezes the prototypes of JavaScript's own objects. A setter on one of them would receive every object that the runtime builds with a
 * property of that name, such as Node's module loader; a getter of `constructor` would receive every promise that it awaits; a `toJSON`
 * would change the lines that this process writes.
 */
export function sealPrototypes(): void {
  // Objects that inherit from these have properties of the same names as theirs, which a frozen one would refuse them.
  const open = new Set<object>([Object.prototype, Function.prototype, Error.prototype]);
  for (const root of roots())
    for (let one = root; isObject(one); one = Reflect.getPrototypeOf(one)) {
      if (open.has(one) || one instanceof Error) Reflect.preventExtensions(one);
      else Object.freeze(one);
    }
}

/** What every object of a kind inherits from, for all kinds of JavaScript itself. */
function roots(): unknown[] {
  const functions = [() => {}, async () => {}, function* () {}, async function* () {}];
  const iterators = [[].values(), new Map().values(), new Set().values(), ''[Symbol.iterator]()];
  const found: unknown[] = [...functions, ...iterators].map((one) => Reflect.getPrototypeOf(one));
  for (const name of Reflect.ownKeys(globalThis)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(globalThis, name);
    if (typeof descriptor?.value === 'function') found.push((descriptor.value as { prototype?: unknown }).prototype);
  }
  return found;
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
