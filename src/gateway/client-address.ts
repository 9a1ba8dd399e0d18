/** Where a client reaches a model, and the key that it sends. */
export interface ClientAddress {
  readonly baseURL: string;
  readonly apiKey: string;
}
