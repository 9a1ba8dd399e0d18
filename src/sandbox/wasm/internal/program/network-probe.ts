/** What a worker's globals have for it. */
interface Violations {
  addEventListener(type: 'securitypolicyviolation', listener: () => void): void;
  removeEventListener(type: 'securitypolicyviolation', listener: () => void): void;
}

const EVENT_MS = 100;

/**
 * @param url - Something that the page itself can fetch.
 * @returns Whether the browser refuses to fetch it here, and says that the policy of this worker is why.
 */
export async function isNetworkDenied(url: string): Promise<boolean> {
  const globals = globalThis as unknown as Violations;
  let isViolated = false;
  const note = () => (isViolated = true);
  globals.addEventListener('securitypolicyviolation', note);
  const isFetched = await fetch(url).then(
    () => true,
    () => false,
  );
  if (!isFetched) await new Promise((resolve) => setTimeout(resolve, EVENT_MS));
  globals.removeEventListener('securitypolicyviolation', note);
  return !isFetched && isViolated;
}
