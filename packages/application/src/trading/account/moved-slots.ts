/** Slots with a price since the last look, each once, in the order they came. Makes no garbage. */
export class MovedSlots {
  #slots = new Int32Array(0);
  #isMoved = new Uint8Array(0);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Of the slots that moved, the one of this number. */
  at(number: number): number {
    return this.#slots[number]!;
  }

  add(slot: number): void {
    if (this.#isMoved.length <= slot) this.#grow(slot);
    if (this.#isMoved[slot] === 1) return;
    this.#isMoved[slot] = 1;
    this.#slots[this.#count] = slot;
    this.#count += 1;
  }

  clear(): void {
    this.#isMoved.fill(0);
    this.#count = 0;
  }

  #grow(slot: number): void {
    const size = (slot + 1) * 2;
    const [slots, isMoved] = [new Int32Array(size), new Uint8Array(size)];
    slots.set(this.#slots);
    isMoved.set(this.#isMoved);
    this.#slots = slots;
    this.#isMoved = isMoved;
  }
}
