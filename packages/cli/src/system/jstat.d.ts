/** The part of jStat that is used here; the library comes without types. */
declare module "jstat" {
  const library: {
    readonly jStat: {
      readonly normal: {
        cdf(z: number, mean: number, deviation: number): number;
        inv(share: number, mean: number, deviation: number): number;
      };
    };
  };
  export = library;
}
