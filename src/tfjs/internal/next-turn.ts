/** Browsers have no `setImmediate`, and their shortest timer waits four milliseconds; a message is there in the next turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else {
      const { port1, port2 } = new MessageChannel();
      const listener = () => {
        port1.close();
        resolve();
      };
      port1.addEventListener('message', listener);
      port1.start();
      port2.postMessage(undefined);
    }
  });
}
