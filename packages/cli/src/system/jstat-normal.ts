import type { NormalDistribution } from "@sevenfold/application/research/metrics/normal-distribution";
import jstat from "jstat";

/** The normal distribution as the jStat library computes it. */
export const jstatNormal: NormalDistribution = {
  shareBelow: (z) => jstat.jStat.normal.cdf(z, 0, 1),
  quantile: (share) => jstat.jStat.normal.inv(share, 0, 1),
};
