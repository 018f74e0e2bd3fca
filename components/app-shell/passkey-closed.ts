/** The window was closed, the device has no lock, or no key of this place: nothing was sent. */
export class PasskeyClosed extends Error {
  constructor(cause: unknown) {
    super('The device gave no passkey.', { cause });
    this.name = 'PasskeyClosed';
  }
}
