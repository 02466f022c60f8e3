export interface Allowance {
  readonly requests: number;
  readonly perSeconds: number;
}

/** How often one address or one user may ask. */
export interface RateLimits {
  readonly perAddress: Allowance;
  readonly perUser: Allowance;
  readonly demoPerAddress: Allowance;
  readonly paperKeysPerAddress: Allowance;
  /** Keys of brokers that a user tries: each one is a call under the broker's eyes. */
  readonly brokerKeysPerUser: Allowance;
  /** What of a user goes on to the payment provider. */
  readonly paymentsPerUser: Allowance;
}
