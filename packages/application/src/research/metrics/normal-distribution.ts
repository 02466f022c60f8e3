/** The standard normal distribution: computed by a library outside the domain, handed in. */
export interface NormalDistribution {
  /** Φ(z): the share below z. */
  readonly shareBelow: (z: number) => number;
  /** Φ⁻¹(share), for 0 < share < 1. */
  readonly quantile: (share: number) => number;
}
