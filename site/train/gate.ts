/** What a run passes after every step: it waits there while the gate is closed. */
export class Gate {
  #opened: Promise<void> | undefined;
  #open: () => void = () => undefined;

  get isClosed(): boolean {
    return this.#opened !== undefined;
  }

  close(): void {
    this.#opened ??= new Promise((resolve) => (this.#open = resolve));
  }

  open(): void {
    this.#open();
    this.#opened = undefined;
  }

  async passed(): Promise<void> {
    await this.#opened;
  }
}
